-- How people look at a list: filter, order and columns under a name.
CREATE TABLE list_views (
    view_id uuid CONSTRAINT list_views_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    place text NOT NULL
        CONSTRAINT list_views_place_known CHECK (place IN ('contacts', 'companies', 'projects', 'properties')),
    name text NOT NULL,
    -- whether everyone of the firm has it; otherwise only who made it
    is_shared boolean NOT NULL,
    -- filter, sort and columns of the place
    settings jsonb NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_by uuid NOT NULL CONSTRAINT list_views_person_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX list_views_of_person_once ON list_views (customer_id, place, created_by, lower(name)) WHERE NOT is_shared;
CREATE UNIQUE INDEX list_views_of_firm_once ON list_views (customer_id, place, lower(name)) WHERE is_shared;
CALL tenant_scope('list_views');

-- With which view a person begins.
CREATE TABLE list_view_defaults (
    user_id uuid NOT NULL CONSTRAINT list_view_defaults_person_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    place text NOT NULL,
    view_id uuid NOT NULL CONSTRAINT list_view_defaults_view_fkey REFERENCES list_views (view_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    CONSTRAINT list_view_defaults_pkey PRIMARY KEY (user_id, place)
);
CREATE INDEX list_view_defaults_by_view ON list_view_defaults (view_id);
CALL tenant_scope('list_view_defaults');
