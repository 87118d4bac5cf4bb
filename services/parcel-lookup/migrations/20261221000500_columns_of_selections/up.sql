-- What the list that a selection was made of says of its parcels: more columns of its files. Each is an array in the order of `parcels`.
ALTER TABLE parcel_selections ADD COLUMN said jsonb;
