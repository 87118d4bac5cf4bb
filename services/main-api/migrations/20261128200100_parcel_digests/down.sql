ALTER TABLE parcel_watchers DROP COLUMN digest_on, DROP COLUMN digest_up_to, DROP COLUMN digest;
