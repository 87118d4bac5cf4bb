ALTER TABLE parcel_batches
    DROP COLUMN roll_rows,
    DROP COLUMN roll_rows_joined;
DROP TABLE parcel_units;
