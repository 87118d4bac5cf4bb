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
    suffixes text[] := ARRAY['_address', '_words', '_owner', '_mail', '_careof', '_stale'];
    definitions text[] := ARRAY[
        '(upper(address) text_pattern_ops)',
        -- The limit in kilobytes of words that are only listed: that of the migration of direct imports.
        'USING gin (words) WITH (gin_pending_list_limit = 2097152)',
        '(owner_key) WHERE owner_key IS NOT NULL',
        '(building_key, mail_key) WHERE building_key IS NOT NULL',
        '(careof_key) WHERE careof_key IS NOT NULL',
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

DO $$
DECLARE
    part_name text;
    suffix text;
BEGIN
    FOR part_name IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'parcels'::regclass LOOP
        FOREACH suffix IN ARRAY ARRAY['_owners', '_buildings', '_careofs', '_numbers'] LOOP
            EXECUTE format('DROP INDEX IF EXISTS %I', part_name || suffix);
        END LOOP;
    END LOOP;
END
$$;
DROP FUNCTION number_form(text);
