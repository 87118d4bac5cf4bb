ALTER TABLE parcel_discards DROP COLUMN ended_by_batch;
