-- What a batch changed of parcels that a firm holds, with the sites of the firm that have them, kept as told. Split, merged and sold by the rule of
-- `imports diff`, in parcel-record. $1 the batch, $2 the parcels, $3 the groups of the batch's counties. A parcel's row after the batch is the one
-- before the next batch that changed it, else the present one.
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
), sale_columns AS (
    {sale_columns}
), held AS MATERIALIZED (
    -- Held ones that are gone, or have another outline.
    SELECT past.ll_uuid, past.county_fips, past.parcelnumb, past.geom, p.geom AS later_geom
    FROM past
        LEFT JOIN parcels AS p ON past.what = 'changed' AND p.ll_uuid = past.ll_uuid AND p.county_group = ANY ($3) AND p.batch_id = $1
    WHERE past.what = 'retired' OR ST_Area(p.geom) <> ST_Area(past.geom)
), successors AS MATERIALIZED (
    -- The batch's parcels where they were, also held ones, that are new or larger.
    SELECT DISTINCT ON (p.ll_uuid) p.ll_uuid, p.county_fips, p.parcelnumb, p.geom, p.geom_3857, h.geom AS earlier_geom
    FROM held JOIN parcels AS p ON p.county_group = ANY ($3) AND p.geom_3857 && ST_Transform(held.geom, 3857) AND ST_Intersects(p.geom, held.geom)
        LEFT JOIN parcel_history AS h ON h.batch_id = $1 AND h.ll_uuid = p.ll_uuid AND h.what = 'changed'
    WHERE p.batch_id = $1 AND p.retired_at IS NULL AND (h.ll_uuid IS NULL OR ST_Area(p.geom) > ST_Area(h.geom))
    ORDER BY p.ll_uuid
), predecessors AS MATERIALIZED (
    SELECT ll_uuid, county_fips, parcelnumb, geom, later_geom FROM held
    WHERE later_geom IS NULL OR ST_Area(later_geom) < ST_Area(geom)
    UNION ALL
    -- Others that the batch retired where these are.
    SELECT DISTINCT ON (p.ll_uuid) p.ll_uuid, p.county_fips, p.parcelnumb, p.geom, NULL::geometry
    FROM successors AS s JOIN parcels AS p ON p.county_group = ANY ($3) AND p.geom_3857 && s.geom_3857 AND ST_Intersects(p.geom, s.geom)
    WHERE p.retired_by = $1 AND p.ll_uuid <> ALL ($2)
), {split_and_merged}, told_merged AS (
    SELECT DISTINCT ON (told.ll_uuid) told.ll_uuid, merged.parcelnumb, merged.numbers
    FROM merged, unnest(merged.gone_ids || merged.ll_uuid) AS told (ll_uuid)
    ORDER BY told.ll_uuid, merged.parcelnumb
), compared AS (
    SELECT past.ll_uuid, past.county_fips, past.parcelnumb, coalesce(present.address, past.address) AS address, changed.facts
    FROM past
        LEFT JOIN present USING (ll_uuid)
        LEFT JOIN split ON split.ll_uuid = past.ll_uuid
        LEFT JOIN told_merged AS merged ON merged.ll_uuid = past.ll_uuid
        LEFT JOIN sale_columns AS had ON had.county = past.county_fips,
        LATERAL (
            SELECT jsonb_agg(jsonb_build_object('fact', fact, 'before', old, 'after', new) ORDER BY nth) AS facts
            FROM (VALUES
                (1, past.what = 'retired' OR coalesce(split.numbers, merged.numbers) IS NOT NULL,
                    CASE WHEN split.numbers IS NOT NULL THEN 'split' WHEN merged.numbers IS NOT NULL THEN 'merged' ELSE 'retired' END,
                    coalesce(CASE WHEN split.numbers IS NULL THEN merged.numbers END, past.parcelnumb), coalesce(split.numbers, merged.parcelnumb)),
                (2, past.what = 'returned', 'returned', NULL, past.parcelnumb),
                (3, past.what <> 'retired', 'owner', past.owner, present.owner),
                (4, past.what <> 'retired' AND {is_sale}, 'saledate', past.saledate::text, present.saledate::text),
                (5, past.what <> 'retired' AND {is_sale}, 'saleprice', trim_scale(past.saleprice)::text, trim_scale(present.saleprice)::text),
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
