-- Site-selection projects, the parcel markers on their maps, and what the firm's people did.

CREATE TABLE projects (
    project_id uuid CONSTRAINT projects_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT projects_customer_fkey REFERENCES customers (customer_id),
    project_name text NOT NULL,
    category text NOT NULL,
    description text NOT NULL,
    state text CONSTRAINT projects_state_fkey REFERENCES states (statefp),
    -- three digits within the state
    county text,
    market bigint CONSTRAINT projects_market_fkey REFERENCES markets (market_id) ON DELETE SET NULL,
    submarket bigint CONSTRAINT projects_submarket_fkey REFERENCES submarkets (submkt_id) ON DELETE SET NULL,
    market_type text,
    -- square feet, acres, feet
    bldg_sqft_min numeric(16, 2),
    bldg_sqft_max numeric(16, 2),
    site_size_min numeric(16, 2),
    site_size_max numeric(16, 2),
    clear_height numeric(16, 2),
    additional_filter text NOT NULL DEFAULT 'None',
    status text NOT NULL DEFAULT 'active',
    progress integer NOT NULL DEFAULT 20,
    use_test_webhook boolean NOT NULL DEFAULT false,
    created_by uuid NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT projects_name_not_blank CHECK (btrim(project_name) <> ''),
    CONSTRAINT projects_progress_percent CHECK (progress BETWEEN 0 AND 100)
);
CREATE INDEX projects_newest ON projects (customer_id, created_at DESC, project_id DESC);
CALL tenant_scope('projects');

CREATE TABLE markers (
    marker_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT markers_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL
        CONSTRAINT markers_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    ll_uuid uuid,
    parcelnumb text NOT NULL,
    county_fips text,
    -- degrees, WGS 84
    lon double precision NOT NULL,
    lat double precision NOT NULL,
    address text,
    scity text,
    szip text,
    owner text,
    careof text,
    saledate text,
    image_path text,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT markers_on_earth CHECK (lon BETWEEN -180 AND 180 AND lat BETWEEN -90 AND 90)
);
CREATE UNIQUE INDEX markers_parcel_once ON markers (project_id, coalesce(ll_uuid::text, parcelnumb));
CREATE INDEX markers_parcelnumb ON markers (customer_id, parcelnumb);
CALL tenant_scope('markers');

CREATE TABLE activities (
    activity_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT activities_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    kind text NOT NULL,
    text text NOT NULL,
    link text,
    actor_id uuid,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX activities_newest ON activities (customer_id, activity_id DESC);
CALL tenant_scope('activities');
