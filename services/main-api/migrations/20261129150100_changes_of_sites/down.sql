ALTER TABLE parcel_change_projects DROP COLUMN site_id, DROP COLUMN site_name;
