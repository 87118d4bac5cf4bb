DROP FUNCTION parcel_geometry(text, text, text);
DROP TABLE provider_misses;
DROP TABLE parcels;
