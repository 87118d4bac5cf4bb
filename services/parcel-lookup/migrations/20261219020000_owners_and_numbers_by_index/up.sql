-- The parcels with a key are read in the order of their ids, at most so many: the same ones each time, without reading the others. And a
-- number is found however its punctuation is written.

-- A parcel number without punctuation: letters and digits of ASCII, in capitals. `selections/spelling.rs` of parcel-lookup makes the same.
CREATE FUNCTION number_form(parcelnumb text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN upper(regexp_replace(parcelnumb, '[^A-Za-z0-9]+', '', 'g'));

CREATE OR REPLACE FUNCTION index_parcel_words() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET maintenance_work_mem = '192MB'
    -- Who writes would wait behind a lock that waits for an import of the county.
    SET lock_timeout = '1s'
    AS $$
DECLARE
    part regclass;
    part_name text;
    suffixes text[] := ARRAY['_address', '_words', '_owners', '_buildings', '_careofs', '_numbers', '_stale'];
    definitions text[] := ARRAY[
        '(upper(address) text_pattern_ops)',
        -- The limit in kilobytes of words that are only listed: that of the migration of direct imports.
        'USING gin (words) WITH (gin_pending_list_limit = 2097152)',
        '(owner_key, ll_uuid) WHERE owner_key IS NOT NULL',
        '(building_key, ll_uuid) WHERE building_key IS NOT NULL',
        '(careof_key, ll_uuid) WHERE careof_key IS NOT NULL',
        '(number_form(parcelnumb))',
        '(ll_uuid) WHERE facts_version < 2'];
BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'parcels'::regclass ORDER BY 1 LOOP
        part_name := (SELECT relname FROM pg_class WHERE oid = part);
        IF NOT EXISTS (SELECT FROM unnest(suffixes) AS suffix WHERE to_regclass(quote_ident(part_name || suffix)) IS NULL) THEN
            PERFORM gin_clean_pending_list(quote_ident(part_name || '_words')::regclass);
        -- Only one of those who find that one is missing.
        ELSIF pg_try_advisory_xact_lock(part::oid::bigint) THEN
            BEGIN
                FOR i IN 1..cardinality(suffixes) LOOP
                    EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %s %s', part_name || suffixes[i], part,
                        CASE WHEN definitions[i] LIKE 'USING%' THEN '' ELSE 'USING btree ' END || definitions[i]);
                END LOOP;
            EXCEPTION WHEN lock_not_available THEN
                RAISE WARNING '% is not indexed for searches, because it is being written', part;
            END;
        END IF;
    END LOOP;
END
$$;
SELECT index_parcel_words();

-- Afterwards, so that lookups wait only for this.
DO $$
DECLARE
    part_name text;
    suffix text;
BEGIN
    FOR part_name IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'parcels'::regclass LOOP
        FOREACH suffix IN ARRAY ARRAY['_owner', '_mail', '_careof'] LOOP
            EXECUTE format('DROP INDEX IF EXISTS %I', part_name || suffix);
        END LOOP;
    END LOOP;
END
$$;
