-- What changed after one batch up to another, of common counties. $1 and $2 the times of the two
-- batches, $3 the counties, $4 their groups. A parcel's row after a batch is the one before the next batch that
-- changed it, else the present one.
-- The present rows of a batch without history are new by it.
WITH batches AS (
    SELECT batch_id, finished_at, new_is_unlisted FROM parcel_batches WHERE finished_at > $1 AND undone_at IS NULL
), history AS (
    SELECT h.ll_uuid, h.before, h.geom, b.finished_at
    FROM parcel_history AS h JOIN batches AS b USING (batch_id)
    WHERE h.county_fips = ANY ($3::text[])
    UNION ALL
    SELECT p.ll_uuid, NULL, NULL, b.finished_at
    FROM parcels AS p JOIN batches AS b USING (batch_id)
    WHERE b.new_is_unlisted AND p.county_fips = ANY ($3::text[]) AND p.county_group = ANY ($4::text[])
        AND NOT EXISTS (SELECT FROM parcel_history AS h WHERE h.batch_id = p.batch_id AND h.ll_uuid = p.ll_uuid)
), steps AS (
    SELECT ll_uuid, before, geom, finished_at,
        row_number() OVER (PARTITION BY ll_uuid, finished_at > $2 ORDER BY finished_at) AS nth
    FROM history
), firsts AS (
    SELECT * FROM steps WHERE finished_at <= $2 AND nth = 1
), lasts AS (
    SELECT * FROM steps WHERE finished_at > $2 AND nth = 1
), old AS (
    SELECT firsts.ll_uuid, firsts.geom, known.county_fips, known.parcelnumb, known.owner, known.saledate, known.saleprice
    FROM firsts, jsonb_populate_record(NULL::parcels, firsts.before) AS known
    WHERE firsts.before IS NOT NULL AND known.retired_at IS NULL
), young AS (
    SELECT p.ll_uuid, p.geom, p.county_fips, p.parcelnumb, p.owner, p.saledate, p.saleprice
    FROM firsts JOIN parcels AS p USING (ll_uuid)
    WHERE p.retired_at IS NULL AND NOT EXISTS (SELECT FROM lasts WHERE lasts.ll_uuid = p.ll_uuid)
    UNION ALL
    SELECT lasts.ll_uuid, lasts.geom, known.county_fips, known.parcelnumb, known.owner, known.saledate, known.saleprice
    FROM firsts JOIN lasts USING (ll_uuid), jsonb_populate_record(NULL::parcels, lasts.before) AS known
    WHERE lasts.before IS NOT NULL AND known.retired_at IS NULL
), added AS MATERIALIZED (
    SELECT * FROM young WHERE NOT EXISTS (SELECT FROM old WHERE old.ll_uuid = young.ll_uuid)
), gone AS MATERIALIZED (
    SELECT * FROM old WHERE NOT EXISTS (SELECT FROM young WHERE young.ll_uuid = old.ll_uuid)
), overlapping AS (
    SELECT gone.ll_uuid AS gone_id, added.ll_uuid AS added_id, gone.parcelnumb AS gone_number,
        added.parcelnumb AS added_number, gone.county_fips, ST_Area(gone.geom) AS gone_area,
        ST_Area(added.geom) AS added_area, ST_Area(ST_Intersection(gone.geom, added.geom)) AS common
    FROM gone JOIN added ON ST_Intersects(gone.geom, added.geom)
), split AS (
    -- Each new one lies in the old one with at least half of its area, and together they cover most of it.
    SELECT gone_id AS ll_uuid, county_fips, gone_number AS parcelnumb,
        string_agg(added_number, ', ' ORDER BY added_number) AS others
    FROM overlapping WHERE common >= added_area * 0.5
    GROUP BY 1, 2, 3, gone_area HAVING count(*) > 1 AND sum(common) >= gone_area * 0.8
), merged AS (
    SELECT added_id AS ll_uuid, county_fips, added_number AS parcelnumb,
        string_agg(gone_number, ', ' ORDER BY gone_number) AS others
    FROM overlapping WHERE common >= gone_area * 0.5
    GROUP BY 1, 2, 3, added_area HAVING count(*) > 1 AND sum(common) >= added_area * 0.8
), features AS (
    -- Rows without a number are not changed, only retired.
    SELECT f.feature_id, f.county_fips, f.kind, concat_ws(': ', replace(f.kind, '_', ' '), f.description) AS shown,
        added.finished_at AS added_at, removed.finished_at AS removed_at
    FROM unnumbered_features AS f JOIN parcel_batches AS added USING (batch_id)
        LEFT JOIN parcel_batches AS removed ON removed.batch_id = f.retired_by
    WHERE f.county_fips = ANY ($3::text[])
), features_before AS (
    SELECT * FROM features WHERE added_at <= $1 AND (removed_at IS NULL OR removed_at > $1)
), features_after AS (
    SELECT * FROM features WHERE added_at <= $2 AND (removed_at IS NULL OR removed_at > $2)
)
SELECT 'new' AS what, county_fips, parcelnumb, ll_uuid::text AS ll_uuid, NULL AS before, owner AS after FROM added
UNION ALL
SELECT 'retired', county_fips, parcelnumb, ll_uuid::text, owner, NULL FROM gone
UNION ALL
SELECT 'split', county_fips, parcelnumb, ll_uuid::text, parcelnumb, others FROM split
UNION ALL
SELECT 'merged', county_fips, parcelnumb, ll_uuid::text, others, parcelnumb FROM merged
UNION ALL
SELECT 'owner changed', young.county_fips, young.parcelnumb, ll_uuid::text, old.owner, young.owner
FROM old JOIN young USING (ll_uuid) WHERE old.owner IS DISTINCT FROM young.owner
UNION ALL
SELECT 'sold', young.county_fips, young.parcelnumb, ll_uuid::text,
    nullif(concat_ws(' ', old.saledate, old.saleprice), ''), nullif(concat_ws(' ', young.saledate, young.saleprice), '')
FROM old JOIN young USING (ll_uuid)
WHERE (old.saledate, old.saleprice) IS DISTINCT FROM (young.saledate, young.saleprice)
UNION ALL
SELECT CASE WHEN b.feature_id IS NULL THEN 'new without number' WHEN a.feature_id IS NULL THEN 'retired without number'
        ELSE 'kind changed' END,
    coalesce(b.county_fips, a.county_fips), '', coalesce(b.feature_id, a.feature_id)::text, b.shown, a.shown
FROM features_before AS b FULL JOIN features_after AS a USING (feature_id)
WHERE b.kind IS DISTINCT FROM a.kind
ORDER BY what, county_fips, parcelnumb, ll_uuid
