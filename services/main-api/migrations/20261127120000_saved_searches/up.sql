-- Searches for parcels that a project's people repeat.
CREATE TABLE saved_searches (
    search_id uuid CONSTRAINT saved_searches_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL
        CONSTRAINT saved_searches_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    name text NOT NULL,
    -- CQL2 text
    filter text NOT NULL,
    -- a GeoJSON Polygon or MultiPolygon; null for everywhere
    area jsonb,
    version bigint NOT NULL DEFAULT 1,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT saved_searches_name_once UNIQUE (project_id, name)
);
CALL tenant_scope('saved_searches');

-- When each person last looked at what a search finds.
CREATE TABLE saved_search_looks (
    search_id uuid NOT NULL
        CONSTRAINT saved_search_looks_search_fkey REFERENCES saved_searches (search_id) ON DELETE CASCADE,
    user_id uuid NOT NULL,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    looked_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT saved_search_looks_pkey PRIMARY KEY (search_id, user_id)
);
CALL tenant_scope('saved_search_looks');
