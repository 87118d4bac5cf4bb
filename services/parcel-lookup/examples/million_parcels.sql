-- A million generated parcels, to measure the place search. For an empty database with the migrations of parcel-lookup; see the README.
-- Four metropolitan areas, as county files are: county after county, street after street. A third of the owners are companies.
\set ON_ERROR_STOP on

CREATE TEMPORARY TABLE metros (county_fips text, city text, suburb text, state2 text, zip int, west float8, south float8, first int, size int);
INSERT INTO metros VALUES
    ('48201', 'HOUSTON', 'PASADENA', 'TX', 77001, -95.75, 29.55, 0, 450000),
    ('48113', 'DALLAS', 'IRVING', 'TX', 75201, -97.00, 32.62, 450000, 250000),
    ('37119', 'CHARLOTTE', 'HUNTERSVILLE', 'NC', 28201, -81.00, 35.05, 700000, 200000),
    ('08031', 'DENVER', 'GLENDALE', 'CO', 80201, -105.05, 39.62, 900000, 100000);

CREATE FUNCTION pg_temp.pick(choices text[], seed text) RETURNS text LANGUAGE sql IMMUTABLE
    -- The power makes the first of the list the most frequent: 'MAIN' has 3 % of the streets.
    RETURN choices[1 + floor((abs(hashtext(seed)::bigint) / 2147483649.0) ^ 1.25 * array_length(choices, 1))::int];

INSERT INTO parcels (ll_uuid, county_fips, parcelnumb, address, scity, szip, owner, ll_gisacre, lon, lat, geom, raw, source, content_hash, county_group)
SELECT gen_random_uuid(), county_fips, parcelnumb, address, scity, szip, owner, 0.2, west + 0.00015, south + 0.0001,
    ST_Multi(ST_MakeEnvelope(west, south, west + 0.0003, south + 0.0002, 4326)),
    jsonb_build_object('ACCT', parcelnumb, 'SITUS', address, 'OWNER_NAME', owner, 'CITY', scity, 'ZIP', szip, 'LEGAL', 'LT ' || j % 40 || ' BLK ' || j / 40
        || ' ' || upper(street) || ' SEC ' || j % 7, 'NBHD', j % 9000, 'LAND_VAL', 30000 + j * 7 % 90000, 'BLD_VAL', 90000 + j * 13 % 400000, 'YEAR', 1930 + j % 90),
    'Generated', md5(j::text), left(county_fips, 1)
FROM (
    SELECT *, (1 + j % 300 * 14 + j / 300 % 12) || ' ' || street AS address,
        CASE county_fips
            WHEN '48201' THEN lpad((j / 3000)::text, 3, '0') || lpad((j / 30 % 1000)::text, 3, '0') || '000' || lpad((j % 9973)::text, 4, '0')
            WHEN '48113' THEN '00000' || lpad((j * 37 % 1000003)::text, 6, '0') || '000000'
            WHEN '37119' THEN lpad((j * 61 % 30000001)::text, 8, '0')
            ELSE '0' || (2000 + j / 300) || '-' || lpad((j % 300 / 10)::text, 2, '0') || '-' || lpad((j % 1000)::text, 3, '0') || '-000'
        END AS parcelnumb,
        CASE WHEN j % 10 < 3 THEN pg_temp.pick(words, 'a' || i) || ' ' || pg_temp.pick(words, 'b' || i) || ' '
                || (ARRAY['HOLDINGS', 'PROPERTIES', 'INVESTMENTS', 'HOMES', 'GROUP', 'CAPITAL'])[1 + j % 6] || ' LLC'
            WHEN j % 10 = 3 THEN pg_temp.pick(surnames, 'c' || i) || ' FAMILY TRUST'
            ELSE CASE WHEN j % 2 = 0 THEN pg_temp.pick(surnames, 'c' || i) ELSE upper(translate(left(md5('s' || i % 60000), 7), '0123456789', 'aeioulnrst')) END
                || ' ' || pg_temp.pick(names, 'd' || i) || ' & ' || pg_temp.pick(names, 'e' || i)
        END AS owner
    FROM (
        SELECT i, j, county_fips, CASE WHEN j % size < size * 0.85 THEN city ELSE suburb END AS scity, (zip + j / 4000)::text AS szip,
            west + (j % 1000) * 0.0006 AS west, south + (j / 1000) * 0.0008 AS south,
            CASE WHEN j / 300 % 9 = 0 THEN j / 300 % 90 || 'TH' ELSE pg_temp.pick(words, 'f' || county_fips || j / 300) END
                || CASE WHEN j / 300 % 4 = 1 THEN ' ' || pg_temp.pick(ARRAY['CREEK', 'HOLLOW', 'BEND', 'RIDGE', 'POINT', 'GROVE'], 'g' || j / 300) ELSE '' END
                || ' ' || pg_temp.pick(ARRAY['ST', 'DR', 'LN', 'RD', 'AVE', 'CT', 'BLVD', 'WAY', 'PL'], 'h' || county_fips || j / 300) AS street,
            words, surnames, names
        FROM generate_series(0, 999999) i
        JOIN metros ON i >= first AND i < first + size
        CROSS JOIN LATERAL (SELECT i - first AS j) local
        CROSS JOIN (SELECT
            ARRAY['MAIN', 'OAK', 'CYPRESS', 'PARK', 'LAKE', 'PINE', 'MAPLE', 'CEDAR', 'ELM', 'WASHINGTON', 'HILL', 'WALNUT', 'SPRING', 'NORTH', 'RIDGE',
                'CHURCH', 'WILLOW', 'MILL', 'SUNSET', 'RAILROAD', 'JACKSON', 'HIGHLAND', 'FOREST', 'RIVER', 'MEADOW', 'WESTHEIMER', 'BAYOU', 'MAGNOLIA',
                'DOGWOOD', 'HICKORY', 'CHERRY', 'SYCAMORE', 'LAUREL', 'PROSPECT', 'ADAMS', 'JEFFERSON', 'MONROE', 'MADISON', 'FRANKLIN', 'LINCOLN',
                'UNION', 'COLLEGE', 'UNIVERSITY', 'MARKET', 'GREEN', 'VALLEY', 'EAGLE', 'HUNTERS', 'STONE', 'SHADOW', 'TIMBER', 'HERITAGE', 'KINGS',
                'QUEENS', 'ORCHARD', 'BROOK', 'BRIAR', 'CANYON', 'PRAIRIE', 'HARBOR', 'LONE STAR', 'SAN JACINTO', 'MEMORIAL', 'RICHMOND', 'KIRBY',
                'MONTROSE', 'TRYON', 'PROVIDENCE', 'SHARON', 'COLFAX', 'SPEER', 'PRESTON', 'GREENVILLE', 'MOCKINGBIRD'] AS words,
            ARRAY['SMITH', 'JOHNSON', 'WILLIAMS', 'BROWN', 'JONES', 'GARCIA', 'MILLER', 'DAVIS', 'RODRIGUEZ', 'MARTINEZ', 'HERNANDEZ', 'LOPEZ', 'GONZALEZ',
                'WILSON', 'ANDERSON', 'THOMAS', 'TAYLOR', 'MOORE', 'JACKSON', 'MARTIN', 'LEE', 'PEREZ', 'THOMPSON', 'WHITE', 'HARRIS', 'SANCHEZ', 'CLARK',
                'RAMIREZ', 'LEWIS', 'ROBINSON', 'WALKER', 'YOUNG', 'ALLEN', 'KING', 'WRIGHT', 'SCOTT', 'TORRES', 'NGUYEN', 'HILL', 'FLORES', 'GREEN',
                'ADAMS', 'NELSON', 'BAKER', 'HALL', 'RIVERA', 'CAMPBELL', 'MITCHELL', 'CARTER', 'ROBERTS', 'SMITHERS', 'MAINE', 'TXOMIN'] AS surnames,
            ARRAY['JAMES', 'MARY', 'ROBERT', 'PATRICIA', 'JOHN', 'JENNIFER', 'MICHAEL', 'LINDA', 'DAVID', 'ELIZABETH', 'WILLIAM', 'BARBARA', 'RICHARD',
                'SUSAN', 'JOSEPH', 'JESSICA', 'THOMAS', 'SARAH', 'CARLOS', 'KAREN', 'DANIEL', 'LISA', 'MATTHEW', 'NANCY', 'ANTHONY', 'BETTY'] AS names) lists
    ) lots
) described;
ANALYZE parcels;
