-- Parcels that were added to a project together, so that this can be undone.
CREATE TABLE marker_batches (
    batch_id uuid CONSTRAINT marker_batches_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL
        CONSTRAINT marker_batches_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz
);
CREATE INDEX marker_batches_project ON marker_batches (project_id);
CALL tenant_scope('marker_batches');

ALTER TABLE markers ADD COLUMN batch_id uuid
    CONSTRAINT markers_batch_fkey REFERENCES marker_batches (batch_id) ON DELETE SET NULL;
CREATE INDEX markers_batch ON markers (batch_id) WHERE batch_id IS NOT NULL;

-- Parcels that do not suit a project, with the facts as they were. Kept when undone, as history.
CREATE TABLE parcel_discards (
    discard_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT parcel_discards_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL
        CONSTRAINT parcel_discards_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    ll_uuid uuid NOT NULL,
    reason text NOT NULL,
    note text,
    facts jsonb NOT NULL,
    discarded_by uuid NOT NULL,
    discarded_at timestamptz NOT NULL DEFAULT now(),
    undone_by uuid,
    undone_at timestamptz,
    CONSTRAINT parcel_discards_undone_by_someone CHECK ((undone_by IS NULL) = (undone_at IS NULL))
);
CREATE UNIQUE INDEX parcel_discards_once ON parcel_discards (project_id, ll_uuid) WHERE undone_at IS NULL;
CREATE INDEX parcel_discards_parcel ON parcel_discards (customer_id, ll_uuid) WHERE undone_at IS NULL;
CALL tenant_scope('parcel_discards');
