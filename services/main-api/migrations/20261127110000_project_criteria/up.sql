-- What the sites of a project must be and should be. A project without a row has the preset of its category.
CREATE TABLE project_criteria (
    project_id uuid CONSTRAINT project_criteria_pkey PRIMARY KEY
        CONSTRAINT project_criteria_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    -- of the crate site-search, which has checked them
    criteria jsonb NOT NULL,
    -- incremented by each change
    version bigint NOT NULL DEFAULT 1,
    updated_by uuid NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CALL tenant_scope('project_criteria');
