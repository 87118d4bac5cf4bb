DROP FUNCTION attach_county_parcels(text, integer);
DROP FUNCTION index_county_parcels(text);
DROP FUNCTION create_county_parcels(text);
DROP FUNCTION count_parcels(text);
DROP FUNCTION index_parcel_words();

CREATE OR REPLACE FUNCTION parcel_words(address text, city text, zip text, owner text, parcelnumb text, county_fips text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
DECLARE
    line text := replace(replace(upper(coalesce(left(address, 500), '') || ' ' || coalesce(left(city, 500), '') || ' '
        || coalesce(left(zip, 500), '') || ' ' || coalesce(left(owner, 500), '') || ' ' || parcelnumb), '''', ''), ' & ', ' ');
BEGIN
    RETURN array_to_tsvector(array_remove(string_to_array(line || ' ' || translate(line, ',.-/&#()', '        ') || ' '
        || translate(upper(parcelnumb), ' .-/', '') || ' @' || left(county_fips, 2), ' '), ''));
END
$$;

ALTER TABLE parcels RENAME TO parcels_before;
CREATE TABLE parcels (LIKE parcels_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
ALTER TABLE parcels
    DROP COLUMN county_group,
    DROP COLUMN geom_3857,
    DROP COLUMN words,
    ADD COLUMN geom_3857 geometry(MultiPolygon, 3857) NOT NULL GENERATED ALWAYS AS (ST_Transform(geom, 3857)) STORED,
    ADD COLUMN words tsvector NOT NULL
        GENERATED ALWAYS AS (parcel_words(address, scity, szip, owner, parcelnumb, county_fips)) STORED;
DO $$
DECLARE
    columns text;
BEGIN
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
    WHERE attrelid = 'parcels'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
    EXECUTE format('INSERT INTO parcels (%1$s) SELECT %1$s FROM parcels_before', columns);
END
$$;
DROP TABLE parcels_before;
DROP FUNCTION parcels_derived();
DROP TABLE parcel_groups;

ALTER TABLE parcels ADD CONSTRAINT parcels_pkey PRIMARY KEY (ll_uuid);
CREATE INDEX parcels_geom_3857 ON parcels USING gist (geom_3857);
CREATE INDEX parcels_parcelnumb ON parcels (parcelnumb, county_fips);
CREATE INDEX parcels_county_fips ON parcels (county_fips);
CREATE INDEX parcels_address ON parcels (upper(address) text_pattern_ops);
CREATE INDEX parcels_words ON parcels USING gin (words) WITH (gin_pending_list_limit = 2097152);
CREATE TRIGGER parcels_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON parcels
    FOR EACH STATEMENT EXECUTE FUNCTION parcels_changed();

CREATE FUNCTION count_parcels() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
BEGIN
    ANALYZE parcels (ll_uuid, county_fips);
END
$$;
CREATE FUNCTION index_parcel_words() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET maintenance_work_mem = '192MB'
    AS $$
BEGIN
    PERFORM gin_clean_pending_list('parcels_words');
END
$$;
