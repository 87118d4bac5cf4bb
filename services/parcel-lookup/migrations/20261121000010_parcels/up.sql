-- Parcels as published by counties, providers and the sample generator. Public data, no firm's
-- rows: no customer_id and no row-level security. Written only by `import`, `seed` and the
-- provider adapters.

CREATE TABLE parcels (
    -- the source's stable id, else UUIDv5 of county and parcel number
    ll_uuid uuid CONSTRAINT parcels_pkey PRIMARY KEY,
    -- five digits, state and county
    county_fips text NOT NULL,
    parcelnumb text NOT NULL,
    address text,
    scity text,
    state2 text,
    szip text,
    owner text,
    careof text,
    mailing_address text,
    saledate date,
    -- US dollars
    saleprice numeric(14, 2),
    year_built integer,
    usecode text,
    usedesc text,
    zoning text,
    zoning_type text,
    zoning_subtype text,
    legaldesc text,
    subdivision text,
    -- US dollars
    parval numeric(14, 2),
    parvaltype text,
    landval numeric(14, 2),
    improvval numeric(14, 2),
    -- floor area of the buildings, square feet
    sqft bigint,
    ll_gisacre numeric(14, 4),
    building_count integer,
    flood_zone text,
    flood_zone_subtype text,
    -- a point on the parcel, degrees WGS 84
    lon double precision NOT NULL,
    lat double precision NOT NULL,
    geom geometry(MultiPolygon, 4326) NOT NULL,
    -- what tiles are cut from and points are tested against: no transform at query time
    geom_3857 geometry(MultiPolygon, 3857) NOT NULL
        GENERATED ALWAYS AS (ST_Transform(geom, 3857)) STORED,
    -- the row as the source gave it
    raw jsonb,
    source text NOT NULL,
    source_licence text,
    is_sample boolean NOT NULL DEFAULT false,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    -- md5 of everything above that the source said: the same row again changes nothing
    content_hash text NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    search text NOT NULL GENERATED ALWAYS AS (
        upper(coalesce(address, '') || ' ' || coalesce(scity, '') || ' ' || coalesce(szip, '')
            || ' | ' || coalesce(owner, '') || ' | ' || parcelnumb)
    ) STORED,
    CONSTRAINT parcels_county_fips_digits CHECK (county_fips ~ '^[0-9]{5}$'),
    CONSTRAINT parcels_parcelnumb_length CHECK (char_length(parcelnumb) BETWEEN 1 AND 64),
    CONSTRAINT parcels_geom_not_empty CHECK (NOT ST_IsEmpty(geom))
);
CREATE INDEX parcels_geom_3857 ON parcels USING gist (geom_3857);
CREATE INDEX parcels_parcelnumb ON parcels (parcelnumb, county_fips);
CREATE INDEX parcels_search ON parcels USING gin (search public.gin_trgm_ops);

-- Points that a provider was asked about and knew nothing of, so that it is not asked again soon.
CREATE TABLE provider_misses (
    source text NOT NULL,
    -- degrees, rounded to 6 decimals
    lon numeric(9, 6) NOT NULL,
    lat numeric(9, 6) NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT provider_misses_pkey PRIMARY KEY (source, lon, lat)
);
CREATE INDEX provider_misses_asked_at ON provider_misses (asked_at);

-- A source's geometry of any kind as a valid MultiPolygon in WGS 84, or null when nothing areal
-- is in it. `kind`: j GeoJSON, w WKT, b WKB in hexadecimal. `crs` is an EPSG number, a proj
-- string or a WKT definition; null means that coordinates are WGS 84 already.
CREATE FUNCTION parcel_geometry(kind text, source text, crs text)
    RETURNS geometry(MultiPolygon, 4326)
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
DECLARE
    shape geometry;
BEGIN
    shape := CASE kind
        WHEN 'j' THEN ST_GeomFromGeoJSON(source)
        WHEN 'w' THEN ST_GeomFromText(source)
        ELSE ST_GeomFromWKB(decode(source, 'hex'))
    END;
    IF shape IS NULL OR ST_IsEmpty(shape) THEN
        RETURN NULL;
    END IF;
    shape := ST_Force2D(shape);
    IF crs IS NULL OR crs = '4326' THEN
        shape := ST_SetSRID(shape, 4326);
    ELSIF crs ~ '^[0-9]+$' THEN
        shape := ST_Transform(ST_SetSRID(shape, crs::integer), 4326);
    ELSE
        -- PROJ reads proj strings and the WKT of .prj files alike.
        shape := ST_SetSRID(ST_Transform(ST_SetSRID(shape, 0), crs, 4326), 4326);
    END IF;
    shape := ST_Multi(ST_CollectionExtract(ST_MakeValid(shape), 3));
    IF ST_IsEmpty(shape)
        OR ST_XMin(shape) < -180 OR ST_XMax(shape) > 180
        OR ST_YMin(shape) < -85.06 OR ST_YMax(shape) > 85.06 THEN
        RETURN NULL;
    END IF;
    RETURN shape;
EXCEPTION WHEN OTHERS THEN
    -- One unreadable shape must not end an import of a million good ones.
    RETURN NULL;
END
$$;
