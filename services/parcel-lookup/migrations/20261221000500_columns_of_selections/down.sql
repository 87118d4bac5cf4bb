ALTER TABLE parcel_selections DROP COLUMN said;
