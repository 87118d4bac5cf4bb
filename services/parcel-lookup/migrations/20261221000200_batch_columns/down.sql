ALTER TABLE parcel_batches DROP COLUMN fact_columns;
