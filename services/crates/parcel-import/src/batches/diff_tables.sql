-- Parcels that changed between two batches, as after the first and as after the second one.
CREATE TEMPORARY TABLE diff_old ON COMMIT DROP AS
SELECT ll_uuid, county_fips, parcelnumb, owner, saledate, saleprice, geom FROM parcels WITH NO DATA;
CREATE TEMPORARY TABLE diff_young ON COMMIT DROP AS SELECT * FROM diff_old WITH NO DATA;
