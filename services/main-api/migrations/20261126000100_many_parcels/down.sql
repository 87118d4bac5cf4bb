DROP TABLE parcel_discards;
ALTER TABLE markers DROP COLUMN batch_id;
DROP TABLE marker_batches;
