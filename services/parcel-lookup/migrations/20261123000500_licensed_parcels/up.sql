-- Parcels that a firm's lookup bought from a provider whose licence allows neither to keep them for
-- long nor to show them to others: of one firm each, until they expire.
CREATE TABLE licensed_parcels (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    ll_uuid uuid NOT NULL,
    source text NOT NULL,
    source_licence text,
    county_fips text NOT NULL,
    parcelnumb text NOT NULL,
    -- the facts under our names (parcel_record::ParcelFields); not the provider's whole row
    fields jsonb NOT NULL,
    -- a point on the parcel, degrees WGS 84
    lon double precision NOT NULL,
    lat double precision NOT NULL,
    geom geometry(MultiPolygon, 4326) NOT NULL,
    geom_3857 geometry(MultiPolygon, 3857) NOT NULL
        GENERATED ALWAYS AS (ST_Transform(geom, 3857)) STORED,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    -- from then on nobody reads it, and housekeeping deletes it
    expires_at timestamptz NOT NULL,
    -- No index on the outline: functions of PostGIS are not leakproof, so behind row-level security
    -- a spatial index is not used. The key limits a search to one firm's rows.
    CONSTRAINT licensed_parcels_pkey PRIMARY KEY (customer_id, ll_uuid, source),
    CONSTRAINT licensed_parcels_county_fips_digits CHECK (county_fips ~ '^[0-9]{5}$'),
    CONSTRAINT licensed_parcels_parcelnumb_length CHECK (char_length(parcelnumb) BETWEEN 1 AND 64),
    CONSTRAINT licensed_parcels_geom_not_empty CHECK (NOT ST_IsEmpty(geom))
);
CREATE INDEX licensed_parcels_expires_at ON licensed_parcels (expires_at);
-- Housekeeping deletes expired rows of every firm.
CALL tenant_scope('licensed_parcels', true);

-- Regrid's parcels were stored for all firms until now, and nothing says which firm bought one. Files
-- that an operator imported have another licence text and stay.
DELETE FROM parcels WHERE source = 'Regrid' AND source_licence = 'Regrid contract';
