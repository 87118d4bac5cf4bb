-- A firm's view of parcels, which projects they belong to, and what was heard ahead of its time.

CREATE TABLE properties (
    property_id uuid CONSTRAINT properties_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    -- the parcel's identity; while `provisional` it is only derived from the marker's number, until
    -- the parcel is described
    ll_uuid uuid NOT NULL,
    provisional boolean NOT NULL DEFAULT false,
    parcel_number text NOT NULL,
    county_fips text,
    address text,
    city text,
    zip text,
    owner_name text,
    -- degrees, WGS 84
    lon double precision NOT NULL,
    lat double precision NOT NULL,
    property_name text,
    square_feet bigint,
    -- US dollars
    total_value numeric(14, 2),
    appraised_value numeric(14, 2),
    market_value numeric(14, 2),
    offer_value numeric(14, 2),
    -- names of the columns above that the firm set itself; a description never overwrites them
    edited text[] NOT NULL DEFAULT '{}',
    image_path text,
    -- the rest of the published record, as last described
    facts jsonb NOT NULL DEFAULT '{}',
    -- GeoJSON Polygon or MultiPolygon, WGS 84
    geometry jsonb,
    source text,
    is_sample boolean NOT NULL DEFAULT false,
    -- version of the parcel that was last described; 0 before the first time
    described_version bigint NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT properties_parcel_unique UNIQUE (customer_id, ll_uuid),
    CONSTRAINT properties_of_customer_unique UNIQUE (customer_id, property_id),
    CONSTRAINT properties_on_earth CHECK (lon BETWEEN -180 AND 180 AND lat BETWEEN -90 AND 90),
    CONSTRAINT properties_square_feet_not_negative CHECK (square_feet >= 0),
    CONSTRAINT properties_values_not_negative CHECK (
        total_value >= 0 AND appraised_value >= 0 AND market_value >= 0 AND offer_value >= 0
    )
);
CREATE INDEX properties_parcel_number ON properties (customer_id, parcel_number);
CREATE INDEX properties_oldest ON properties (customer_id, created_at, property_id);
CALL tenant_scope('properties');

-- One row a marker that was ever heard of. `removed_at` makes it a tombstone: a marker that is
-- gone never comes back, however late its `marker.added` arrives.
CREATE TABLE project_links (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    marker_id bigint NOT NULL,
    project_id uuid NOT NULL,
    property_id uuid,
    -- version of the marker that was last heard
    version bigint NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT now(),
    removed_at timestamptz,
    CONSTRAINT project_links_pkey PRIMARY KEY (customer_id, marker_id),
    CONSTRAINT project_links_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT project_links_has_property CHECK (property_id IS NOT NULL OR removed_at IS NOT NULL)
);
CREATE INDEX project_links_of_project ON project_links (customer_id, project_id) WHERE removed_at IS NULL;
CREATE INDEX project_links_of_property ON project_links (customer_id, property_id) WHERE removed_at IS NULL;
CALL tenant_scope('project_links');

-- Projects that are known to be this firm's, so that another firm's id can be told from an empty one.
CREATE TABLE known_projects (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    deleted_at timestamptz,
    CONSTRAINT known_projects_pkey PRIMARY KEY (customer_id, project_id)
);
CALL tenant_scope('known_projects');

-- Pictures that were saved, also before their property is known.
CREATE TABLE site_images (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    -- the parcel's identity, or its number where the picture came without one
    parcel text NOT NULL,
    image_path text NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT site_images_pkey PRIMARY KEY (customer_id, parcel)
);
CALL tenant_scope('site_images');
