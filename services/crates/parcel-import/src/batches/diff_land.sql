-- What SPLIT_AND_MERGED reads. In a county of a million parcels all of them may have another outline, and each one that is gone or new is compared with
-- those that it meets. So these are tables with indexes, whose sizes are known: joins by id are by hash, those by place by index, one search for
-- each outline that is gone or new.
ANALYZE diff_old, diff_young;
CREATE TEMPORARY TABLE predecessors ON COMMIT DROP AS
SELECT old.ll_uuid, old.county_fips, old.parcelnumb, old.geom, young.geom AS later_geom
FROM diff_old AS old LEFT JOIN diff_young AS young USING (ll_uuid)
WHERE young.ll_uuid IS NULL OR ST_Area(young.geom) < ST_Area(old.geom);
CREATE TEMPORARY TABLE successors ON COMMIT DROP AS
SELECT young.ll_uuid, young.county_fips, young.parcelnumb, young.geom, old.geom AS earlier_geom
FROM diff_young AS young LEFT JOIN diff_old AS old USING (ll_uuid)
WHERE old.ll_uuid IS NULL OR ST_Area(young.geom) > ST_Area(old.geom);
CREATE INDEX ON predecessors USING gist (geom);
CREATE INDEX ON successors USING gist (geom);
ANALYZE predecessors, successors;
