-- Layers of land that decide what can be built on it and how it is reached. Public data as parcels are, shared by all firms.
CREATE TABLE site_layers (
    layer_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT site_layers_pkey PRIMARY KEY,
    kind text NOT NULL,
    -- an import replaces the layer of the same kind and name
    name text NOT NULL,
    -- file: imported by an operator; sample: generated; service: what a public service says of one cell of its grid
    origin text NOT NULL,
    source text NOT NULL,
    source_licence text,
    -- as the source says
    source_date date,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    is_sample boolean NOT NULL DEFAULT false,
    -- of a raster that the features were made from, metres
    cell_m double precision,
    -- of slope: where its classes begin, percent
    steps double precision[],
    -- where the absence of a feature means that there is none; elsewhere it is unknown
    coverage geometry(MultiPolygon, 4326) NOT NULL,
    coverage_3857 geometry(MultiPolygon, 3857) NOT NULL
        GENERATED ALWAYS AS (ST_Transform(coverage, 3857)) STORED,
    CONSTRAINT site_layers_kind CHECK (kind IN ('flood', 'wetland', 'water', 'slope', 'easement', 'highway', 'rail', 'road')),
    CONSTRAINT site_layers_origin CHECK (origin IN ('file', 'sample', 'service')),
    CONSTRAINT site_layers_coverage_not_empty CHECK (NOT ST_IsEmpty(coverage)),
    CONSTRAINT site_layers_name UNIQUE (kind, name)
);
CREATE INDEX site_layers_coverage_3857 ON site_layers USING gist (coverage_3857);

CREATE TABLE site_features (
    feature_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT site_features_pkey PRIMARY KEY,
    layer_id bigint NOT NULL
        CONSTRAINT site_features_layer_id_fkey REFERENCES site_layers (layer_id) ON DELETE CASCADE,
    -- that of its layer
    kind text NOT NULL,
    -- flood: zone, subtype, class (floodway, sfha, moderate, levee, minimal, water, undetermined, not_included, unknown), bfe_ft
    -- wetland: code, type, is_water · slope: percent, at least so steep · easement: name, width_m (of a line)
    -- highway, rail, road: name, class (motorway, arterial, local, alley, other)
    attributes jsonb NOT NULL DEFAULT '{}',
    geom geometry(Geometry, 4326) NOT NULL,
    geom_3857 geometry(Geometry, 3857) NOT NULL
        GENERATED ALWAYS AS (ST_Transform(geom, 3857)) STORED,
    CONSTRAINT site_features_geom_not_empty CHECK (NOT ST_IsEmpty(geom))
);
CREATE INDEX site_features_layer_id ON site_features (layer_id);
CREATE INDEX site_features_geom_3857 ON site_features USING gist (geom_3857);
CREATE INDEX site_features_of_kind ON site_features USING gist (geom_3857) WHERE kind IN ('highway', 'rail', 'slope');

-- What was asked of public services, so that a cell is asked once and a failure is not repeated at once.
CREATE TABLE site_layer_requests (
    kind text NOT NULL,
    -- the cell of the grid: its column and row
    cell text NOT NULL,
    state text NOT NULL,
    -- until when nobody else asks
    until timestamptz NOT NULL,
    error text,
    CONSTRAINT site_layer_requests_pkey PRIMARY KEY (kind, cell),
    CONSTRAINT site_layer_requests_state CHECK (state IN ('asked', 'failed')),
    CONSTRAINT site_layer_requests_error CHECK ((error IS NOT NULL) = (state = 'failed'))
);
