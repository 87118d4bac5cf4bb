-- What a column that names parcels holds, to be compared: without repeated blanks, in capitals. A whole
-- number of a file may have become 12.0.
CREATE FUNCTION pg_temp.roll_key(said jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE WHEN jsonb_typeof(said) = 'number' THEN trim_scale((said #>> '{}')::numeric)::text
        ELSE nullif(upper(btrim(regexp_replace(said #>> '{}', '\s+', ' ', 'g'))), '') END
$$;

-- The rows of the roll. `hash` is of all that the row says, `facts` of what we take from it.
CREATE TEMPORARY TABLE import_roll (
    line bigint NOT NULL,
    county_fips text NOT NULL,
    said jsonb NOT NULL,
    fields jsonb NOT NULL,
    unit text,
    raw jsonb NOT NULL,
    facts text NOT NULL,
    hash text NOT NULL,
    key text
) ON COMMIT DROP;

-- The parcels that a key names.
CREATE TEMPORARY TABLE import_roll_keys (
    county_fips text NOT NULL,
    key text NOT NULL,
    ll_uuid uuid NOT NULL,
    parcels bigint NOT NULL
) ON COMMIT DROP;

-- What the roll says of each parcel, its number of rows and the first one.
CREATE TEMPORARY TABLE import_roll_parcels (
    ll_uuid uuid NOT NULL,
    facts jsonb NOT NULL,
    hash text NOT NULL,
    rows bigint NOT NULL,
    line bigint NOT NULL
) ON COMMIT DROP;
