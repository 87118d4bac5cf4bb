-- `make bench-search`: the facts of made parcels (bench-parcels.sql) that have none yet, so that the figures do not wait for housekeeping.
-- Their keys are not those of the rules; facts_version stays, so housekeeping replaces them. And a layer of flood zones over the made city,
-- 60 winding waterways, so that the flood zone of each parcel is looked for there.
\set ON_ERROR_STOP on
SET search_path = parcel, public;
SET synchronous_commit = off;
UPDATE parcels
SET use_class = CASE usecode WHEN 'C1' THEN 'vacant' WHEN 'F1' THEN 'commercial' WHEN 'B1' THEN 'multifamily' ELSE 'residential' END,
    is_improved = usecode <> 'C1',
    owner_kind = CASE WHEN owner LIKE '%LLC' THEN 'company' ELSE 'person' END,
    owner_key = hashtextextended(upper(owner), 0),
    is_absentee = hashtext(owner) % 3 = 0
WHERE county_group = '9' AND county_fips LIKE '99%' AND owner_key IS NULL;
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
VACUUM (ANALYZE) parcels;
VACUUM (ANALYZE) flood_cells;
