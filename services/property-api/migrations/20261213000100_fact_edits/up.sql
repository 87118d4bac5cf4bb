-- Who last set a fact of a property, and when. Facts that were set before have none; `properties.edited` names them.

CREATE TABLE fact_edits (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    -- column of properties
    field text NOT NULL,
    edited_by_name text NOT NULL,
    edited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT fact_edits_pkey PRIMARY KEY (customer_id, property_id, field),
    CONSTRAINT fact_edits_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CALL tenant_scope('fact_edits');
