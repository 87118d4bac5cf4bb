-- `make bench-parcels` with BENCH_SEED=1: a million made parcels, to benchmark lookups and tiles. Written as the superuser of the
-- private server, because this is no county's file. A second run changes nothing.
-- State 99 does not exist. A city of 980,000 lots (blocks of 2 x 10, streets between them) lies off the coast of Texas, ten counties
-- from south to north; 20,000 farms lie south of it.
\set ON_ERROR_STOP on
SET search_path = parcel, public;
SELECT EXISTS (SELECT FROM parcels WHERE county_fips = '99001') AS there \gset
\if :there
  \echo The made parcels exist already.
  \quit
\endif
SET synchronous_commit = off;
SET maintenance_work_mem = '512MB';

INSERT INTO parcels (ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, saledate, saleprice, year_built, usecode, usedesc,
    zoning, parval, parvaltype, landval, improvval, sqft, ll_gisacre, flood_zone, lon, lat, geom, source, is_sample, content_hash, county_group)
SELECT md5('parcel ' || i)::uuid, '99' || lpad((1 + row / 100)::text, 3, '0'), lpad((i::bigint * 7919 % 9999999967)::text, 13, '0'),
    (100 + column_ % 10 * 4) || ' ' || initcap(substr(translate(md5('street ' || row / 2), '0123456789', 'aeiourstln'), 1, 7)) || ' '
        || (ARRAY['St', 'Ave', 'Dr', 'Ln', 'Ct'])[1 + row / 2 % 5],
    'Madeville', NULL, lpad((77000 + row / 50)::text, 5, '0'),
    CASE WHEN dice < 0.3 THEN initcap(substr(translate(md5('firm ' || i % 40000), '0123456789', 'aeiourstln'), 1, 9)) || ' Holdings LLC'
        ELSE upper((ARRAY['Smith', 'Garcia', 'Nguyen', 'Johnson', 'Patel', 'Lee', 'Brown', 'Martinez'])[1 + i % 8]) || ' '
            || upper(substr(translate(md5(i::text), '0123456789', 'aeiourstln'), 1, 6)) END,
    date '1990-01-01' + (dice * 12000)::integer, round((80000 + dice * 700000)::numeric, -2), 1930 + (dice * 94)::integer,
    (ARRAY['A1', 'A1', 'A1', 'A2', 'B1', 'F1', 'C1'])[1 + i % 7],
    (ARRAY['Single family', 'Single family', 'Single family', 'Townhouse', 'Apartments', 'Commercial', 'Vacant lot'])[1 + i % 7],
    (ARRAY['R-1', 'R-1', 'R-2', 'C-2'])[1 + i % 4], round((90000 + dice * 650000)::numeric, -1), 'market', round((30000 + dice * 200000)::numeric, -1),
    round((60000 + dice * 450000)::numeric, -1), (900 + dice * 3200)::integer,
    round((ST_Area(outline) * 0.78 / 4046.86)::numeric, 4), (ARRAY['X', 'X', 'X', 'AE'])[1 + row / 7 % 4],
    ST_X(ST_Transform(ST_Centroid(outline), 4326)), ST_Y(ST_Transform(ST_Centroid(outline), 4326)),
    ST_Multi(ST_Transform(outline, 4326)), 'Made county', false, md5(i::text), '9'
FROM (
    SELECT i, row, column_, dice, ST_MakePolygon(ST_MakeLine(ARRAY[
        ST_Point(west, south, 3857), ST_Point(west + width * 0.3, south + jitter, 3857), ST_Point(west + width * 0.7, south - jitter, 3857),
        ST_Point(west + width, south, 3857), ST_Point(west + width + jitter, south + height * 0.5, 3857), ST_Point(west + width, south + height, 3857),
        ST_Point(west + width * 0.6, south + height + jitter, 3857), ST_Point(west + width * 0.2, south + height - jitter, 3857),
        ST_Point(west, south + height, 3857), ST_Point(west + jitter, south + height * 0.5, 3857), ST_Point(west, south, 3857)])) AS outline
    FROM (
        -- Lots: 36 x 42 m of the projection, which makes about 750 in a tile of zoom 15.
        SELECT i, i / 1000 AS row, i % 1000 AS column_, abs(hashint4(i)::bigint) / 2147483648.0 AS dice, 36.0 AS width, 42.0 AS height,
            -10520000 + i % 1000 * 36.0 + i % 1000 / 10 * 20 AS west, 3300000 + i / 1000 * 42.0 + i / 1000 / 2 * 20 AS south,
            hashint4(i + 1) % 100 / 80.0 AS jitter
        FROM generate_series(0, 979999) i
        UNION ALL
        SELECT i, 0, i % 200, abs(hashint4(i)::bigint) / 2147483648.0, 250.0 + i % 3 * 60, 330.0, -10540000 + i % 200 * 400.0,
            3300000 - (i - 979999) / 200 * 400.0 - 400, hashint4(i + 1) % 100 / 10.0
        FROM generate_series(980000, 999999) i
    ) lots
) outlines;
VACUUM (ANALYZE) parcels;
