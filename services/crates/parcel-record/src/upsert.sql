-- Rows (geom, fields, raw, hash) into parcels, one for each parcel. A parcel without changes is not updated; a retired one
-- returns. Keeps the cities of the place search. $1 source, $2 licence, $3 sample, $4 batch: null if
-- none, then no history is kept. A row may name its own source, of which $1 to $3 are the default, and with it the source's
-- date, of which that of the batch is the default.
-- $5 whether a parcel may have the id of one in another county: that has moved. $6 the groups of the rows' counties, so
-- that other partitions are not read.
-- A provider's row, which has no batch, never replaces a live parcel of an import, which knows more and is undone or retired as
-- its batch wrote it. Sample parcels give way.
WITH staged AS (
    {rows}
), merged AS MATERIALIZED (
    SELECT f.ll_uuid, f.county_fips, f.parcelnumb, f.address, f.scity, f.state2, f.szip, f.owner, f.careof, f.mailing_address,
        f.saledate, f.saleprice, f.year_built, f.usecode, f.usedesc, f.zoning, f.zoning_type, f.zoning_subtype, f.legaldesc,
        f.subdivision, f.parval, f.parvaltype, f.landval, f.improvval, f.sqft,
        coalesce(round(f.ll_gisacre, 4), round((ST_Area(staged.geom::geography) / 4046.8564224)::numeric, 4)) AS ll_gisacre,
        f.building_count, f.flood_zone, f.flood_zone_subtype, staged.geom, staged.raw, staged.hash AS content_hash,
        coalesce(f.source, $1::text) AS source,
        CASE WHEN f.source IS NULL THEN $2::text ELSE f.source_licence END AS source_licence,
        coalesce(f.is_sample, $3::boolean) AS is_sample, coalesce(f.fetched_at, now()) AS fetched_at,
        f.source_date, nullif(staged.fields ? 'source_date', false) AS has_own_date,
        coalesce(own.county_fips, left(f.county_fips, 1)) AS county_group
    FROM staged CROSS JOIN LATERAL jsonb_to_record(staged.fields) AS f (
        ll_uuid uuid, county_fips text, parcelnumb text, address text, scity text, state2 text, szip text,
        owner text, careof text, mailing_address text, saledate date, saleprice numeric, year_built integer,
        usecode text, usedesc text, zoning text, zoning_type text, zoning_subtype text, legaldesc text,
        subdivision text, parval numeric, parvaltype text, landval numeric, improvval numeric, sqft bigint,
        ll_gisacre numeric, building_count integer, flood_zone text, flood_zone_subtype text,
        source text, source_licence text, is_sample boolean, fetched_at timestamptz, source_date date)
    LEFT JOIN parcel_groups AS own ON own.county_fips = f.county_fips
    WHERE staged.geom IS NOT NULL
        AND ($4::bigint IS NOT NULL OR NOT EXISTS (SELECT FROM parcels AS imported
            WHERE imported.ll_uuid = f.ll_uuid AND imported.batch_id IS NOT NULL AND imported.retired_at IS NULL AND NOT imported.is_sample))
), moved AS (
    -- Ids are unique within a group, so ON CONFLICT does not find it.
    DELETE FROM parcels AS p USING merged
    WHERE $5::boolean AND p.ll_uuid = merged.ll_uuid AND p.county_group <> merged.county_group
    RETURNING p.*
), before AS MATERIALIZED (
    SELECT p.ll_uuid, p.county_fips, p.batch_id, p.retired_at IS NOT NULL AS was_retired, p.geom, {before} AS facts
    FROM parcels AS p JOIN merged USING (ll_uuid, county_group)
    WHERE p.county_group = ANY ($6::text[]) AND (p.content_hash <> merged.content_hash OR p.retired_at IS NOT NULL)
    UNION ALL
    SELECT p.ll_uuid, p.county_fips, p.batch_id, p.retired_at IS NOT NULL, p.geom, {before} FROM moved AS p
), written AS (
    INSERT INTO parcels AS p (ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, careof,
        mailing_address, saledate, saleprice, year_built, usecode, usedesc, zoning, zoning_type, zoning_subtype,
        legaldesc, subdivision, parval, parvaltype, landval, improvval, sqft, ll_gisacre, building_count,
        flood_zone, flood_zone_subtype, geom, raw, content_hash, source, source_licence, is_sample, fetched_at,
        source_date, has_own_date, county_group, lon, lat, batch_id, version)
    SELECT merged.*, ST_X(place), ST_Y(place), $4::bigint, coalesce(moved.version, 0) + 1
    FROM merged LEFT JOIN moved USING (ll_uuid), LATERAL (SELECT ST_PointOnSurface(merged.geom) AS place OFFSET 0) AS inside
    WHERE NOT EXISTS (SELECT FROM parcels AS same
        WHERE same.county_group = ANY ($6::text[]) AND same.ll_uuid = merged.ll_uuid AND same.county_group = merged.county_group
            AND same.content_hash = merged.content_hash AND same.retired_at IS NULL)
    ON CONFLICT (ll_uuid, county_group) DO UPDATE SET
        county_fips = excluded.county_fips, parcelnumb = excluded.parcelnumb, address = excluded.address,
        scity = excluded.scity, state2 = excluded.state2, szip = excluded.szip, owner = excluded.owner,
        careof = excluded.careof, mailing_address = excluded.mailing_address, saledate = excluded.saledate,
        saleprice = excluded.saleprice, year_built = excluded.year_built, usecode = excluded.usecode,
        usedesc = excluded.usedesc, zoning = excluded.zoning, zoning_type = excluded.zoning_type,
        zoning_subtype = excluded.zoning_subtype, legaldesc = excluded.legaldesc,
        subdivision = excluded.subdivision, parval = excluded.parval, parvaltype = excluded.parvaltype,
        landval = excluded.landval, improvval = excluded.improvval, sqft = excluded.sqft,
        ll_gisacre = excluded.ll_gisacre, building_count = excluded.building_count,
        flood_zone = excluded.flood_zone, flood_zone_subtype = excluded.flood_zone_subtype,
        geom = excluded.geom, raw = excluded.raw, lon = excluded.lon, lat = excluded.lat,
        source = excluded.source, source_licence = excluded.source_licence, is_sample = excluded.is_sample,
        content_hash = excluded.content_hash, batch_id = excluded.batch_id, retired_at = NULL, retired_by = NULL,
        fetched_at = excluded.fetched_at, source_date = excluded.source_date, has_own_date = excluded.has_own_date,
        version = p.version + 1
    -- Again, for an import that was committed since this statement began.
    WHERE $4::bigint IS NOT NULL OR p.batch_id IS NULL OR p.retired_at IS NOT NULL OR p.is_sample
    RETURNING p.ll_uuid, p.county_fips, (p.version = 1) AS is_new, left(p.county_fips, 2) AS statefp, p.scity, p.lon, p.lat
), remembered AS (
    INSERT INTO parcel_history (batch_id, ll_uuid, county_fips, what, before, geom)
    SELECT $4::bigint, ll_uuid, written.county_fips,
        CASE WHEN was_retired THEN 'returned' WHEN facts IS NOT NULL THEN 'changed' ELSE 'new' END, facts, before.geom
    FROM written LEFT JOIN before USING (ll_uuid)
    WHERE $4::bigint IS NOT NULL
), listed AS (
    -- A row that no longer shows that its batch had added it.
    INSERT INTO parcel_history (batch_id, ll_uuid, county_fips, what)
    SELECT batch_id, ll_uuid, before.county_fips, 'new'
    FROM before JOIN parcel_batches AS b USING (batch_id)
    WHERE b.new_is_unlisted AND b.undone_at IS NULL AND b.history_pruned_at IS NULL
    ON CONFLICT (batch_id, ll_uuid) DO NOTHING
), cities AS (
    -- Bounds that no row has yet. Rows are only added, so that no writer waits for another one.
    INSERT INTO parcel_cities (statefp, city_key, city, west, south, east, north)
    SELECT found.* FROM (
        SELECT statefp, city_key(scity) AS city_key, max(left(scity, 200)), min(lon) AS west, min(lat) AS south, max(lon) AS east, max(lat) AS north
        FROM written WHERE city_key(scity) <> '' GROUP BY 1, 2
    ) found
    WHERE NOT EXISTS (SELECT FROM parcel_cities known
        WHERE known.statefp = found.statefp AND known.city_key = found.city_key
            AND known.west <= found.west AND known.south <= found.south AND known.east >= found.east AND known.north >= found.north)
)
SELECT count(*) FILTER (WHERE is_new) AS inserted,
    count(*) FILTER (WHERE NOT is_new AND was_retired IS NOT TRUE) AS updated,
    count(*) FILTER (WHERE was_retired) AS returned,
    (SELECT count(*) FROM merged) AS parcels,
    (SELECT array_agg(DISTINCT before.county_fips) FROM before) AS counties_before
FROM written LEFT JOIN before USING (ll_uuid)
