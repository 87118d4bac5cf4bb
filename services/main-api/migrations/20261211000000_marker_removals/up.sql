-- Parcels that were removed from a project together, so that this can be undone. Rows go after an hour.
CREATE TABLE marker_removals (
    removal_id uuid CONSTRAINT marker_removals_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL
        CONSTRAINT marker_removals_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    removed_by uuid NOT NULL,
    removed_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz,
    -- an array of the markers' rows as they were
    markers jsonb NOT NULL
);
CREATE INDEX marker_removals_project ON marker_removals (project_id);
CREATE INDEX marker_removals_oldest ON marker_removals (removed_at);
-- Also without a firm: upkeep removes what is older.
CALL tenant_scope('marker_removals', true);
