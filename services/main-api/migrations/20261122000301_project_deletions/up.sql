-- Projects that somebody deleted, until the time to undo it is over: then they are removed.

CREATE TABLE project_deletions (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL CONSTRAINT project_deletions_pkey PRIMARY KEY
        CONSTRAINT project_deletions_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    deleted_by uuid NOT NULL,
    deleted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX project_deletions_oldest ON project_deletions (deleted_at);
-- Also without a firm: one task looks for what is due.
CALL tenant_scope('project_deletions', true);
