DROP INDEX markers_ll_uuid;
DROP TABLE parcel_watchers;
DROP TABLE parcel_change_projects;
DROP TABLE parcel_changes;
