-- Land that counties map without a parcel number: rights of way, water, railroads, common areas. Public data as parcels are. Written by
-- imports only. A row is never changed, only retired: what a later file says otherwise is another row of the same feature, so that a
-- batch can be undone and compared without history.
CREATE TABLE unnumbered_features (
    -- UUIDv8 of county and outline
    feature_id uuid NOT NULL,
    -- the import that added the row
    batch_id bigint NOT NULL,
    county_fips text NOT NULL,
    kind text NOT NULL,
    -- its street, else the county's words for it
    description text,
    geom geometry(MultiPolygon, 4326) NOT NULL,
    geom_3857 geometry(MultiPolygon, 3857) NOT NULL
        GENERATED ALWAYS AS (ST_Transform(geom, 3857)) STORED,
    source text NOT NULL,
    source_licence text,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    -- since when its county's files no longer have it, and the batch that said so
    retired_at timestamptz,
    retired_by bigint,
    CONSTRAINT unnumbered_features_pkey PRIMARY KEY (feature_id, batch_id),
    CONSTRAINT unnumbered_features_county_fips_digits CHECK (county_fips ~ '^[0-9]{5}$'),
    CONSTRAINT unnumbered_features_kind CHECK (kind IN ('right_of_way', 'water', 'railroad', 'common_area', 'other')),
    CONSTRAINT unnumbered_features_geom_not_empty CHECK (NOT ST_IsEmpty(geom)),
    CONSTRAINT unnumbered_features_retired CHECK ((retired_at IS NULL) = (retired_by IS NULL))
);
CREATE UNIQUE INDEX unnumbered_features_live ON unnumbered_features (feature_id) WHERE retired_at IS NULL;
CREATE INDEX unnumbered_features_geom_3857 ON unnumbered_features USING gist (geom_3857) WHERE retired_at IS NULL;
CREATE INDEX unnumbered_features_county_fips ON unnumbered_features (county_fips);

ALTER TABLE parcel_batches
    -- how many features without a number its files have, by kind
    ADD COLUMN unnumbered jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN unnumbered_new bigint NOT NULL DEFAULT 0,
    ADD COLUMN unnumbered_changed bigint NOT NULL DEFAULT 0,
    ADD COLUMN unnumbered_retired bigint NOT NULL DEFAULT 0;
