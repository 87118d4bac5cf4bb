-- Parcels that were selected together: a frozen list, so that what was counted is what is added.
CREATE TABLE parcel_selections (
    selection_id uuid CONSTRAINT parcel_selections_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- in the order of the list
    parcels uuid[] NOT NULL
);
CREATE INDEX parcel_selections_created ON parcel_selections (created_at);
CALL tenant_scope('parcel_selections', true);
