ALTER TABLE parcel_batches DROP COLUMN settings_hash;
