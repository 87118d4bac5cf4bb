-- Parcels that changed after one batch up to another: as they were after the first one to diff_old, after the second one to diff_young. $1 and $2 the
-- times of the two batches, $3 the counties, $4 their groups. A parcel's row after a batch is the one before the next batch that
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
    INSERT INTO diff_old (ll_uuid, county_fips, parcelnumb, owner, saledate, saleprice, geom)
    SELECT firsts.ll_uuid, known.county_fips, known.parcelnumb, known.owner, known.saledate, known.saleprice, firsts.geom
    FROM firsts, jsonb_populate_record(NULL::parcels, firsts.before) AS known
    WHERE firsts.before IS NOT NULL AND known.retired_at IS NULL
)
INSERT INTO diff_young (ll_uuid, county_fips, parcelnumb, owner, saledate, saleprice, geom)
SELECT p.ll_uuid, p.county_fips, p.parcelnumb, p.owner, p.saledate, p.saleprice, p.geom
FROM firsts JOIN parcels AS p USING (ll_uuid)
WHERE p.county_group = ANY ($4::text[]) AND p.retired_at IS NULL AND NOT EXISTS (SELECT FROM lasts WHERE lasts.ll_uuid = p.ll_uuid)
UNION ALL
SELECT lasts.ll_uuid, known.county_fips, known.parcelnumb, known.owner, known.saledate, known.saleprice, lasts.geom
FROM firsts JOIN lasts USING (ll_uuid), jsonb_populate_record(NULL::parcels, lasts.before) AS known
WHERE lasts.before IS NOT NULL AND known.retired_at IS NULL
