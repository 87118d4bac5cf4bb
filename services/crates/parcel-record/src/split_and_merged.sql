-- Common table expressions: `split` (ll_uuid, county_fips, parcelnumb, numbers: the parcels that have its land since) and `merged` (the same, numbers: the
-- parcels whose land it has since, gone_ids: those of them that are gone). They read
--   predecessors (ll_uuid, county_fips, parcelnumb, geom, later_geom): parcels that are gone, and those whose outline became smaller, with the one since;
--   successors (ll_uuid, county_fips, parcelnumb, geom, earlier_geom): parcels that are new, and those whose outline became larger, with the one before.
-- One of each compared pair is gone or new. Of what they share only that counts which the other one, if it was and is there, has lost or gained: not the
-- land under stacked units.
taken AS MATERIALIZED (
    SELECT p.ll_uuid, p.county_fips, p.parcelnumb, ST_Area(p.geom) AS area, ST_Area(p.later_geom) AS later_area,
        s.parcelnumb AS part, ST_Area(s.geom) AS part_area,
        ST_Area(ST_Intersection(p.geom, s.geom)) - coalesce(ST_Area(ST_Intersection(p.later_geom, s.geom)), 0) AS common
    FROM successors AS s JOIN predecessors AS p ON ST_Intersects(p.geom, s.geom)
    WHERE s.earlier_geom IS NULL
), split AS (
    -- Each new one lies in the old one with at least half of its area. If the old one is gone, they are several and cover most of it; else it became
    -- smaller by them.
    SELECT ll_uuid, county_fips, parcelnumb,
        concat_ws(', ', CASE WHEN later_area IS NOT NULL THEN parcelnumb END, string_agg(part, ', ' ORDER BY part)) AS numbers
    FROM taken WHERE common >= part_area * 0.5
    GROUP BY ll_uuid, county_fips, parcelnumb, area, later_area
    HAVING CASE WHEN later_area IS NULL THEN count(*) > 1 AND sum(common) >= area * 0.8
        ELSE area - later_area >= sum(common) * 0.5 END
), given AS MATERIALIZED (
    SELECT s.ll_uuid, s.county_fips, s.parcelnumb, ST_Area(s.geom) AS area, ST_Area(s.earlier_geom) AS earlier_area,
        p.ll_uuid AS gone_id, p.parcelnumb AS part, ST_Area(p.geom) AS part_area,
        ST_Area(ST_Intersection(p.geom, s.geom)) - coalesce(ST_Area(ST_Intersection(p.geom, s.earlier_geom)), 0) AS common
    FROM predecessors AS p JOIN successors AS s ON ST_Intersects(p.geom, s.geom)
    WHERE p.later_geom IS NULL
), merged AS (
    -- The same from the other side: each one that is gone lies in the one that is new, or became larger by them.
    SELECT ll_uuid, county_fips, parcelnumb,
        concat_ws(', ', CASE WHEN earlier_area IS NOT NULL THEN parcelnumb END, string_agg(part, ', ' ORDER BY part)) AS numbers,
        array_agg(gone_id) AS gone_ids
    FROM given WHERE common >= part_area * 0.5
    GROUP BY ll_uuid, county_fips, parcelnumb, area, earlier_area
    HAVING CASE WHEN earlier_area IS NULL THEN count(*) > 1 AND sum(common) >= area * 0.8
        ELSE area - earlier_area >= sum(common) * 0.5 END
)
