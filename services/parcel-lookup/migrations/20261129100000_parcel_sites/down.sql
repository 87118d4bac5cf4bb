DROP TABLE parcel_sites;
