ALTER FUNCTION parcel_geometry(text, text, text) PARALLEL SAFE;
ALTER FUNCTION parcel_geometries(text[], text[], text) PARALLEL SAFE;
