-- `make bench-search`: what is searched for among the made parcels (bench-parcels.sql). A second run changes nothing.
-- Two owners with several parcels, one of them with 10,000 in ten spellings. What has another owner has no facts, and housekeeping makes
-- them by the product's own rules: wait for it. And layers of land over the made city and its farms: flood zones, 60 winding waterways, so
-- that the flood zone of each parcel is looked for there; highways, railways and slopes.
\set ON_ERROR_STOP on
SET search_path = parcel, public;
SET synchronous_commit = off;
UPDATE parcels
SET owner = held.owner, mailing_address = held.mailing_address
FROM (
    SELECT md5('parcel ' || i)::uuid AS id,
        (ARRAY['Quarrington Holdings LLC', 'QUARRINGTON HOLDINGS, L.L.C.', 'The Quarrington Holdings, LLC', 'Quarrington Holdings Llc.',
            'QUARRINGTON HOLDINGS LIMITED LIABILITY COMPANY'])[1 + i / 98 % 5] AS owner,
        (ARRAY['4100 Quarry Road, Suite 200, Houston, TX 77002-1234', '4100 QUARRY RD STE 200, HOUSTON TX 77002'])[1 + i / 98 % 2] AS mailing_address
    FROM generate_series(0, 979999, 98) AS i
    UNION ALL
    SELECT md5('parcel ' || i)::uuid, 'Tarlington Land LP', 'PO Box 4100, Houston TX 77252'
    FROM generate_series(501, 508) AS i
) AS held
WHERE parcels.ll_uuid = held.id AND parcels.county_group = '9' AND parcels.county_fips LIKE '99%'
    AND (parcels.owner, parcels.mailing_address) IS DISTINCT FROM (held.owner, held.mailing_address);
INSERT INTO site_layers (kind, name, origin, source, is_sample, coverage)
SELECT 'flood', 'Made city', 'sample', 'Made flood zones', true, ST_Multi(ST_Transform(ST_MakeEnvelope(-10521000, 3299000, -10463000, 3353000, 3857), 4326))
ON CONFLICT (kind, name) DO NOTHING;
INSERT INTO site_features (layer_id, kind, attributes, geom)
SELECT layer_id, 'flood', '{"zone": "AE", "class": "sfha"}', ST_Multi(ST_Transform(ST_Buffer(ST_MakeLine(ARRAY(
        SELECT ST_SetSRID(ST_MakePoint(-10521000 + step * 100, 3299500 + way * 900 + 200 * sin(step / 7.0 + way)), 3857) FROM generate_series(0, 580) AS step
    )), 60, 'quad_segs=4'), 4326))
FROM site_layers, generate_series(0, 59) AS way
WHERE kind = 'flood' AND name = 'Made city' AND NOT EXISTS (SELECT FROM site_features WHERE site_features.layer_id = site_layers.layer_id);
INSERT INTO site_features (layer_id, kind, attributes, geom)
SELECT layer_id, 'flood', '{"zone": "X", "class": "minimal"}', ST_Multi(ST_Difference(coverage, (SELECT ST_Union(geom) FROM site_features WHERE site_features.layer_id = site_layers.layer_id)))
FROM site_layers
WHERE kind = 'flood' AND name = 'Made city'
    AND NOT EXISTS (SELECT FROM site_features WHERE site_features.layer_id = site_layers.layer_id AND attributes ->> 'class' = 'minimal');
INSERT INTO site_layers (kind, name, origin, source, is_sample, steps, coverage)
SELECT kind, 'Made city', 'sample', 'Made ' || kind || 's', true, steps,
    ST_Multi(ST_Transform(ST_MakeEnvelope(-10541000, 3259000, -10459000, 3353000, 3857), 4326))
FROM (VALUES ('highway', NULL), ('rail', NULL), ('slope', ARRAY[5, 10, 15]::double precision[])) AS layer (kind, steps)
ON CONFLICT (kind, name) DO NOTHING;
-- Every 8 km from west to east and from south to north, in pieces of 200 m.
INSERT INTO site_features (layer_id, kind, attributes, geom)
SELECT layer_id, 'highway', '{"name": "Made highway", "class": "motorway"}', ST_Transform(way, 4326)
FROM site_layers, LATERAL (
    SELECT ST_MakeLine(ARRAY(
            SELECT ST_SetSRID(ST_MakePoint(-10541000 + step * 200, 3263000 + road * 8000 + 300 * sin(step / 9.0 + road)), 3857) FROM generate_series(0, 410) AS step
        )) AS way FROM generate_series(0, 11) AS road
    UNION ALL
    SELECT ST_MakeLine(ARRAY(
            SELECT ST_SetSRID(ST_MakePoint(-10537000 + road * 8000 + 300 * sin(step / 9.0 + road), 3259000 + step * 200), 3857) FROM generate_series(0, 470) AS step
        )) FROM generate_series(0, 9) AS road
) AS ways
WHERE kind = 'highway' AND name = 'Made city' AND NOT EXISTS (SELECT FROM site_features WHERE site_features.layer_id = site_layers.layer_id);
-- Every 16 km from west to east, in pieces of 200 m.
INSERT INTO site_features (layer_id, kind, attributes, geom)
SELECT layer_id, 'rail', '{"name": "Made railway"}', ST_Transform(ST_MakeLine(ARRAY(
        SELECT ST_SetSRID(ST_MakePoint(-10541000 + step * 200, 3267000 + way * 16000 + 400 * sin(step / 11.0 + way)), 3857) FROM generate_series(0, 410) AS step
    )), 4326)
FROM site_layers, generate_series(0, 5) AS way
WHERE kind = 'rail' AND name = 'Made city' AND NOT EXISTS (SELECT FROM site_features WHERE site_features.layer_id = site_layers.layer_id);
-- 2,000 round hills, steeper towards their tops.
INSERT INTO site_features (layer_id, kind, attributes, geom)
SELECT layer_id, 'slope', jsonb_build_object('percent', percent), ST_Multi(ST_Transform(ST_Buffer(ST_SetSRID(ST_MakePoint(
        -10541000 + abs(hashint4(hill)::bigint) % 82000, 3259000 + abs(hashint4(hill + 10000)::bigint) % 94000
    ), 3857), radius, 'quad_segs=8'), 4326))
FROM site_layers, generate_series(1, 2000) AS hill, (VALUES (5, 700), (10, 450), (15, 200)) AS class (percent, radius)
WHERE kind = 'slope' AND name = 'Made city' AND NOT EXISTS (SELECT FROM site_features WHERE site_features.layer_id = site_layers.layer_id);
VACUUM (ANALYZE) flood_cells;
VACUUM (ANALYZE) site_features;
