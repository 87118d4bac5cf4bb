-- What parcels are compared and searched by, made of the columns that sources fill: class of use, kind and key of the owner, keys of the
-- tax bill's address. Computed in Rust (crates `land-use` and `owner-names`): by an import as it writes a county, by
-- housekeeping for all other rows. NULL is unknown.
ALTER TABLE parcels
    ADD COLUMN use_class text CONSTRAINT parcels_use_class CHECK (use_class IN ('industrial', 'office', 'retail', 'hospitality',
        'multifamily', 'residential', 'agricultural', 'public', 'vacant', 'commercial', 'other')),
    ADD COLUMN is_improved boolean,
    ADD COLUMN owner_kind text CONSTRAINT parcels_owner_kind CHECK (owner_kind IN ('person', 'company', 'trust', 'estate', 'government',
        'association', 'bank', 'religious', 'utility')),
    -- hashes: core, series and kind of the owner's name; the address with its unit, and without it; the name after "care of"
    ADD COLUMN owner_key bigint,
    ADD COLUMN mail_key bigint,
    ADD COLUMN building_key bigint,
    ADD COLUMN careof_key bigint,
    ADD COLUMN is_absentee boolean,
    -- of the rules that made them; 0 if nothing has yet
    ADD COLUMN facts_version smallint NOT NULL DEFAULT 0;

-- Who changes what the facts are made of does not know them: unknown until they are made again.
CREATE FUNCTION parcels_facts_unknown() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.use_class := NULL;
    NEW.is_improved := NULL;
    NEW.owner_kind := NULL;
    NEW.owner_key := NULL;
    NEW.mail_key := NULL;
    NEW.building_key := NULL;
    NEW.careof_key := NULL;
    NEW.is_absentee := NULL;
    NEW.facts_version := 0;
    RETURN NEW;
END
$$;
CREATE TRIGGER parcels_facts_again BEFORE UPDATE ON parcels
    FOR EACH ROW WHEN ((NEW.owner, NEW.careof, NEW.mailing_address, NEW.address, NEW.scity, NEW.state2, NEW.szip, NEW.county_fips,
            NEW.usecode, NEW.usedesc, NEW.improvval, NEW.building_count, NEW.sqft, NEW.year_built)
        IS DISTINCT FROM (OLD.owner, OLD.careof, OLD.mailing_address, OLD.address, OLD.scity, OLD.state2, OLD.szip, OLD.county_fips,
            OLD.usecode, OLD.usedesc, OLD.improvval, OLD.building_count, OLD.sqft, OLD.year_built))
    EXECUTE FUNCTION parcels_facts_unknown();

-- As before, with the indexes of the facts: those by which the parcels of an owner are found, and one of the rows whose facts are older
-- than the rules. Its condition has the version of the rules, so a migration that follows new rules makes it anew.
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
        '(ll_uuid) WHERE facts_version < 1'];
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
