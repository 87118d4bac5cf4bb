DROP FUNCTION parcel_geometries(text[], text[], text);
