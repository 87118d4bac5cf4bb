-- The union of the parcels $1 in its UTM zone. Of an identity that both tables have, the public parcel is read.
WITH chosen AS MATERIALIZED (
    SELECT ll_uuid, geom, lon, lat, ll_gisacre::double precision AS acres FROM parcels WHERE ll_uuid = ANY ($1)
    UNION ALL
    SELECT DISTINCT ON (ll_uuid) ll_uuid, geom, lon, lat, (fields ->> 'll_gisacre')::double precision
    FROM licensed_parcels bought
    WHERE ll_uuid = ANY ($1) AND expires_at > now() AND NOT EXISTS (SELECT FROM parcels WHERE parcels.ll_uuid = bought.ll_uuid)
), zone AS (
    SELECT CASE WHEN ST_Y(middle) < 0 THEN 32700 ELSE 32600 END + least(60, floor((ST_X(middle) + 180) / 6)::integer + 1) AS code
    FROM (SELECT ST_Centroid(ST_Envelope(ST_Collect(geom))) AS middle FROM chosen) AS middles
), united AS (
    SELECT code, ST_Union(ST_MakeValid(ST_Transform(geom, code))) AS geom FROM chosen, zone GROUP BY code
), site AS (
    -- Between parcels that adjoin there may be slivers, from which no setback is measured.
    SELECT code, ST_CollectionExtract(CASE (SELECT count(*) FROM chosen) WHEN 1 THEN geom
        ELSE ST_Buffer(ST_Buffer(geom, 0.15, 'join=mitre mitre_limit=5'), -0.15, 'join=mitre mitre_limit=5') END, 3) AS geom
    FROM united
)
SELECT encode(ST_AsEWKB(site.geom), 'hex') AS hex, code AS zone, ST_Area(site.geom) AS area,
    (SELECT array_agg(ll_uuid) FROM chosen) AS found,
    (SELECT CASE WHEN bool_and(is_known) THEN sum(acres) END
        FROM (SELECT max(acres) AS acres, count(acres) = count(*) AS is_known FROM chosen GROUP BY lon, lat) AS lots) AS recorded_acres,
    ST_XMin(box) AS west, ST_YMin(box) AS south, ST_XMax(box) AS east, ST_YMax(box) AS north
FROM site, LATERAL (SELECT ST_Transform(site.geom, 4326) AS box) AS degrees
WHERE NOT ST_IsEmpty(site.geom)
