-- What a batch changed of parcels that a firm holds, with the sites of the firm that have them, kept as told. $1 the batch, $2 the parcels, $3 the groups of the batch's
-- counties. A parcel's row after the batch is the one before the next batch that changed it, else the present one.
WITH batch AS (
    SELECT batch_id, counties, source, source_date, finished_at FROM parcel_batches WHERE batch_id = $1
), past AS MATERIALIZED (
    SELECT h.ll_uuid, h.what, h.geom, known.county_fips, known.parcelnumb, known.address, known.owner, known.saledate, known.saleprice,
        known.zoning, known.flood_zone, known.usedesc, known.parval, known.ll_gisacre
    FROM parcel_history AS h, jsonb_populate_record(NULL::parcels, h.before) AS known
    WHERE h.batch_id = $1 AND h.ll_uuid = ANY ($2) AND h.what <> 'new'
), later AS MATERIALIZED (
    SELECT DISTINCT ON (h.ll_uuid) h.ll_uuid, h.before
    FROM batch
        JOIN parcel_batches AS b ON b.finished_at > batch.finished_at AND b.undone_at IS NULL AND b.counties && batch.counties
        JOIN parcel_history AS h ON h.batch_id = b.batch_id AND h.ll_uuid = ANY ($2)
    ORDER BY h.ll_uuid, b.finished_at
), present AS (
    SELECT p.ll_uuid, p.address, p.owner, p.saledate, p.saleprice, p.zoning, p.flood_zone, p.usedesc, p.parval, p.ll_gisacre
    FROM parcels AS p
    WHERE p.ll_uuid = ANY ($2) AND p.county_group = ANY ($3) AND NOT EXISTS (SELECT FROM later WHERE later.ll_uuid = p.ll_uuid)
    UNION ALL
    SELECT later.ll_uuid, known.address, known.owner, known.saledate, known.saleprice, known.zoning, known.flood_zone, known.usedesc,
        known.parval, known.ll_gisacre
    FROM later, jsonb_populate_record(NULL::parcels, later.before) AS known
    WHERE later.before IS NOT NULL
), added AS MATERIALIZED (
    -- The batch's new parcels where a held one is gone.
    SELECT past.ll_uuid AS gone_id, p.parcelnumb, p.geom, p.geom_3857, ST_Area(past.geom) AS gone_area, ST_Area(p.geom) AS added_area,
        ST_Area(ST_Intersection(past.geom, p.geom)) AS common
    FROM past JOIN parcels AS p ON p.county_group = ANY ($3) AND p.geom_3857 && ST_Transform(past.geom, 3857) AND ST_Intersects(p.geom, past.geom)
    WHERE past.what = 'retired' AND p.batch_id = $1 AND p.retired_at IS NULL
        AND NOT EXISTS (SELECT FROM parcel_history AS h WHERE h.batch_id = $1 AND h.ll_uuid = p.ll_uuid AND h.what = 'changed')
), split AS (
    -- As `imports diff` says it: each new one lies in the old one with at least half of its area, and together they cover most of it.
    SELECT gone_id, string_agg(parcelnumb, ', ' ORDER BY parcelnumb) AS numbers
    FROM added WHERE common >= added_area * 0.5
    GROUP BY gone_id, gone_area HAVING count(*) > 1 AND sum(common) >= gone_area * 0.8
), merged AS (
    SELECT DISTINCT ON (added.gone_id) added.gone_id, added.parcelnumb, gone.numbers
    FROM added, LATERAL (
        SELECT string_agg(p.parcelnumb, ', ' ORDER BY p.parcelnumb) AS numbers
        FROM parcels AS p
        WHERE p.county_group = ANY ($3) AND p.retired_by = $1 AND p.geom_3857 && added.geom_3857 AND ST_Intersects(p.geom, added.geom)
            AND ST_Area(ST_Intersection(p.geom, added.geom)) >= ST_Area(p.geom) * 0.5
        HAVING count(*) > 1 AND sum(ST_Area(ST_Intersection(p.geom, added.geom))) >= added.added_area * 0.8
    ) AS gone
    WHERE added.common >= added.gone_area * 0.5
    ORDER BY added.gone_id, added.common DESC
), compared AS (
    SELECT past.ll_uuid, past.county_fips, past.parcelnumb, coalesce(present.address, past.address) AS address, changed.facts
    FROM past
        LEFT JOIN present USING (ll_uuid)
        LEFT JOIN split ON split.gone_id = past.ll_uuid
        LEFT JOIN merged ON merged.gone_id = past.ll_uuid,
        LATERAL (
            SELECT jsonb_agg(jsonb_build_object('fact', fact, 'before', old, 'after', new) ORDER BY nth) AS facts
            FROM (VALUES
                (1, past.what = 'retired', CASE WHEN split.numbers IS NOT NULL THEN 'split' WHEN merged.numbers IS NOT NULL THEN 'merged' ELSE 'retired' END,
                    coalesce(CASE WHEN split.numbers IS NULL THEN merged.numbers END, past.parcelnumb), coalesce(split.numbers, merged.parcelnumb)),
                (2, past.what = 'returned', 'returned', NULL, past.parcelnumb),
                (3, past.what <> 'retired', 'owner', past.owner, present.owner),
                (4, past.what <> 'retired', 'saledate', past.saledate::text, present.saledate::text),
                (5, past.what <> 'retired', 'saleprice', trim_scale(past.saleprice)::text, trim_scale(present.saleprice)::text),
                (6, past.what <> 'retired', 'zoning', past.zoning, present.zoning),
                (7, past.what <> 'retired', 'flood_zone', past.flood_zone, present.flood_zone),
                (8, past.what <> 'retired', 'usedesc', past.usedesc, present.usedesc),
                (9, past.what <> 'retired', 'parval', trim_scale(past.parval)::text, trim_scale(present.parval)::text),
                (10, past.what <> 'retired', 'll_gisacre', trim_scale(round(past.ll_gisacre, 2))::text, trim_scale(round(present.ll_gisacre, 2))::text)
            ) AS all_facts (nth, applies, fact, old, new)
            WHERE applies AND old IS DISTINCT FROM new
        ) AS changed
    -- A parcel whose row is nowhere is not one whose facts became unknown.
    WHERE changed.facts IS NOT NULL AND (past.what = 'retired' OR present.ll_uuid IS NOT NULL)
)
INSERT INTO told_parcel_changes (batch_id, ll_uuid, data)
SELECT batch.batch_id, compared.ll_uuid, jsonb_build_object(
    'll_uuid', compared.ll_uuid, 'county_fips', compared.county_fips, 'parcelnumb', compared.parcelnumb, 'address', compared.address,
    'changes', compared.facts, 'batch_id', batch.batch_id, 'is_undone', false, 'source', batch.source, 'source_date', batch.source_date,
    'changed_at', batch.finished_at, 'sites', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('site_id', s.site_id, 'name', s.name, 'parcelnumb', s.parcelnumb) ORDER BY s.parcelnumb), '[]')
        FROM parcel_sites AS s WHERE compared.ll_uuid = ANY (s.members)))
FROM compared, batch
ON CONFLICT DO NOTHING
RETURNING ll_uuid, data
