DROP INDEX parcels_county_fips;
ALTER TABLE parcels
    DROP COLUMN batch_id,
    DROP COLUMN retired_at,
    DROP COLUMN retired_by;
DROP TABLE parcel_history;
DROP TABLE parcel_batches;
