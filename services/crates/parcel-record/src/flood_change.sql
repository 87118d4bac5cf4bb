-- Keeps which parcels have another flood zone with the layer $2 in place of the layer $1, both of which are there; null is none. $3 the source that is named,
-- $4 its date. The zone is that of IN_FLOOD_ZONE. Zones of layers are compared by their letters; of a layer and the county's record it is compared whether they
-- flood, as `domain::FloodFinding` does. A zone that was or is unknown is no change.
WITH cells AS MATERIALIZED (
    -- Those in which the layers differ: a new edition of a layer changes few.
    SELECT DISTINCT x, y FROM (
        SELECT x, y FROM flood_cells WHERE layer_id IN ($1, $2)
        GROUP BY x, y, standing, zone, class, geom HAVING count(DISTINCT layer_id) = 1
    ) AS different_zones
), bounds AS (
    SELECT ST_MakeEnvelope(min(x) * side - half, min(y) * side - half, (max(x) + 1) * side - half, (max(y) + 1) * side - half, 3857) AS box
    FROM cells, (SELECT pi() * 6378137 AS half, 2 * pi() * 6378137 / 65536 AS side) AS grid
    GROUP BY side, half
), compared AS (
    SELECT parcels.ll_uuid, parcels.county_fips, cells.x, cells.y, place.point,
        before.standing AS standing_before, after.standing AS standing_after,
        coalesce(before.zone, trim(parcels.flood_zone)) AS zone_before, coalesce(after.zone, trim(parcels.flood_zone)) AS zone_after,
        coalesce(before.standing % 2 = 0, {recorded_flood}) AS floods_before, coalesce(after.standing % 2 = 0, {recorded_flood}) AS floods_after
    FROM parcels
        JOIN cells ON cells.x = flood_cell_x(parcels.lon) AND cells.y = flood_cell_y(parcels.lat)
        CROSS JOIN LATERAL (SELECT map_point(parcels.lon, parcels.lat) AS point) AS place
        LEFT JOIN LATERAL (
            SELECT standing, zone FROM flood_cells AS cell
            WHERE cell.x = cells.x AND cell.y = cells.y AND cell.layer_id IS DISTINCT FROM $2
                AND (cell.geom IS NULL OR ST_Intersects(cell.geom, place.point))
            ORDER BY standing, class = 'floodway' DESC, zone, flood_cell_id LIMIT 1
        ) AS before ON true
        LEFT JOIN LATERAL (
            SELECT standing, zone FROM flood_cells AS cell
            WHERE cell.x = cells.x AND cell.y = cells.y AND cell.layer_id IS DISTINCT FROM $1
                AND (cell.geom IS NULL OR ST_Intersects(cell.geom, place.point))
            ORDER BY standing, class = 'floodway' DESC, zone, flood_cell_id LIMIT 1
        ) AS after ON true
    WHERE parcels.retired_at IS NULL AND parcels.geom_3857 && (SELECT box FROM bounds)
), changed AS MATERIALIZED (
    -- An unknown one makes neither comparison true.
    SELECT ll_uuid, county_fips, x, y, point, standing_before, standing_after, zone_before, zone_after FROM compared
    WHERE floods_before <> floods_after OR (standing_before IS NOT NULL AND standing_after IS NOT NULL AND zone_before <> zone_after)
), change AS (
    INSERT INTO flood_changes (source, source_date, counties)
    SELECT $3, $4, array_agg(DISTINCT county_fips ORDER BY county_fips) FROM changed HAVING count(*) > 0
    RETURNING batch_id
), kept AS (
    INSERT INTO flood_change_parcels (batch_id, ll_uuid, x, y, point, standing_before, standing_after, zone_before, zone_after)
    SELECT batch_id, ll_uuid, x, y, point, standing_before, standing_after, zone_before, zone_after FROM changed, change
)
SELECT count(*) AS parcels FROM changed
