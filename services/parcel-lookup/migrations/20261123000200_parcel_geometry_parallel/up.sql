-- Both catch errors, which needs subtransactions, and these are not allowed in parallel plans.
ALTER FUNCTION parcel_geometry(text, text, text) PARALLEL UNSAFE;
ALTER FUNCTION parcel_geometries(text[], text[], text) PARALLEL UNSAFE;
