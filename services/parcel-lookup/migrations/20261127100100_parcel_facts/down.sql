DO $$
DECLARE
    part_name text;
BEGIN
    FOR part_name IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'parcels'::regclass LOOP
        EXECUTE format('DROP INDEX IF EXISTS %I, %I, %I, %I', part_name || '_owner', part_name || '_mail', part_name || '_careof', part_name || '_stale');
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION index_parcel_words() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET maintenance_work_mem = '192MB'
    -- Who writes would wait behind a lock that waits for an import of the county.
    SET lock_timeout = '1s'
    AS $$
DECLARE
    part regclass;
    addresses text;
    words text;
BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'parcels'::regclass ORDER BY 1 LOOP
        words := (SELECT relname FROM pg_class WHERE oid = part) || '_words';
        addresses := (SELECT relname FROM pg_class WHERE oid = part) || '_address';
        IF to_regclass(quote_ident(words)) IS NOT NULL AND to_regclass(quote_ident(addresses)) IS NOT NULL THEN
            PERFORM gin_clean_pending_list(quote_ident(words)::regclass);
        -- Only one of those who find that one is missing.
        ELSIF pg_try_advisory_xact_lock(part::oid::bigint) THEN
            BEGIN
                EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %s (upper(address) text_pattern_ops)', addresses, part);
                -- The limit in kilobytes of words that are only listed: that of the migration of direct imports.
                EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %s USING gin (words) WITH (gin_pending_list_limit = 2097152)', words, part);
            EXCEPTION WHEN lock_not_available THEN
                RAISE WARNING '% is not indexed for searches, because it is being written', part;
            END;
        END IF;
    END LOOP;
END
$$;

DROP TRIGGER parcels_facts_again ON parcels;
DROP FUNCTION parcels_facts_unknown();
ALTER TABLE parcels
    DROP COLUMN use_class,
    DROP COLUMN is_improved,
    DROP COLUMN owner_kind,
    DROP COLUMN owner_key,
    DROP COLUMN mail_key,
    DROP COLUMN building_key,
    DROP COLUMN careof_key,
    DROP COLUMN is_absentee,
    DROP COLUMN facts_version;
