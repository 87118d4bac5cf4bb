-- What changed after one batch up to another, of diff_old and diff_young. $1 and $2 the times of the two batches, $3 the counties.
WITH {split_and_merged}, sale_columns AS (
    {sale_columns}
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
SELECT 'new' AS what, county_fips, parcelnumb, ll_uuid::text AS ll_uuid, NULL AS before, owner AS after
FROM diff_young AS young WHERE NOT EXISTS (SELECT FROM diff_old AS old WHERE old.ll_uuid = young.ll_uuid)
UNION ALL
SELECT 'retired', county_fips, parcelnumb, ll_uuid::text, owner, NULL
FROM diff_old AS old WHERE NOT EXISTS (SELECT FROM diff_young AS young WHERE young.ll_uuid = old.ll_uuid)
UNION ALL
SELECT 'split', county_fips, parcelnumb, ll_uuid::text, parcelnumb, numbers FROM split
UNION ALL
SELECT 'merged', county_fips, parcelnumb, ll_uuid::text, numbers, parcelnumb FROM merged
UNION ALL
SELECT 'owner changed', young.county_fips, young.parcelnumb, ll_uuid::text, old.owner, young.owner
FROM diff_old AS old JOIN diff_young AS young USING (ll_uuid) WHERE old.owner IS DISTINCT FROM young.owner
UNION ALL
SELECT 'sold', young.county_fips, young.parcelnumb, ll_uuid::text,
    nullif(concat_ws(' ', old.saledate, old.saleprice), ''), nullif(concat_ws(' ', young.saledate, young.saleprice), '')
FROM diff_old AS old JOIN diff_young AS young USING (ll_uuid) LEFT JOIN sale_columns AS had ON had.county = young.county_fips
WHERE {is_sale}
UNION ALL
SELECT CASE WHEN b.feature_id IS NULL THEN 'new without number' WHEN a.feature_id IS NULL THEN 'retired without number'
        ELSE 'kind changed' END,
    coalesce(b.county_fips, a.county_fips), '', coalesce(b.feature_id, a.feature_id)::text, b.shown, a.shown
FROM features_before AS b FULL JOIN features_after AS a USING (feature_id)
WHERE b.kind IS DISTINCT FROM a.kind
ORDER BY what, county_fips, parcelnumb, ll_uuid
