-- Parcels in partitions of county groups (decision 60): seven groups by the first digit of the county's code, and a partition for
-- each county that was new when a file with many of its parcels was imported. `county_group` says which, because a default
-- partition would be locked and read for each county that is attached. Locks the table and writes all of its rows once.

-- Counties with a partition of their own. Rows are added with the partition, and stay.
CREATE TABLE parcel_groups (
    county_fips text CONSTRAINT parcel_groups_pkey PRIMARY KEY
);

-- The same words as before, in two thirds of the time: translate() compares each letter with each of its own.
CREATE OR REPLACE FUNCTION parcel_words(address text, city text, zip text, owner text, parcelnumb text, county_fips text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
DECLARE
    line text := replace(replace(upper(coalesce(left(address, 500), '') || ' ' || coalesce(left(city, 500), '') || ' '
        || coalesce(left(zip, 500), '') || ' ' || coalesce(left(owner, 500), '') || ' ' || parcelnumb), '''', ''), ' & ', ' ');
    parts text := replace(replace(replace(replace(replace(replace(replace(replace(line,
        ',', ' '), '.', ' '), '-', ' '), '/', ' '), '&', ' '), '#', ' '), '(', ' '), ')', ' ');
BEGIN
    RETURN array_to_tsvector(array_remove(string_to_array(CASE WHEN parts = line THEN line ELSE line || ' ' || parts END || ' '
        || replace(replace(replace(replace(upper(parcelnumb), ' ', ''), '.', ''), '-', ''), '/', '') || ' @' || left(county_fips, 2), ' '), ''));
END
$$;

ALTER TABLE parcels RENAME TO parcels_before;
CREATE TABLE parcels (
    -- without the expressions of `geom_3857` and `words`: see parcels_derived()
    LIKE parcels_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    -- the partition: the county's code if it has one of its own, else the first digit of it
    county_group text NOT NULL,
    CONSTRAINT parcels_county_group CHECK (county_group IN (county_fips, left(county_fips, 1)))
) PARTITION BY LIST (county_group);

DO $$
DECLARE
    columns text;
BEGIN
    FOR digit IN 0..5 LOOP
        EXECUTE format('CREATE TABLE %I PARTITION OF parcels FOR VALUES IN (%L)', 'parcels_' || digit, digit);
    END LOOP;
    -- Territories; the rest are no states.
    CREATE TABLE parcels_6 PARTITION OF parcels FOR VALUES IN ('6', '7', '8', '9');
    SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
    WHERE attrelid = 'parcels_before'::regclass AND attnum > 0 AND NOT attisdropped;
    EXECUTE format('INSERT INTO parcels (%1$s, county_group) SELECT %1$s, left(county_fips, 1) FROM parcels_before', columns);
END
$$;
DROP TABLE parcels_before;

-- An id is unique within a group only. The statement that writes parcels moves a row whose source says another county.
ALTER TABLE parcels ADD CONSTRAINT parcels_pkey PRIMARY KEY (ll_uuid, county_group);
CREATE INDEX parcels_geom_3857 ON parcels USING gist (geom_3857);
CREATE INDEX parcels_parcelnumb ON parcels (parcelnumb, county_fips);
-- Of the groups only: a partition of one county has a constraint instead.
DO $$
BEGIN
    FOR digit IN 0..6 LOOP
        EXECUTE format('CREATE INDEX %I ON %I (county_fips)', 'parcels_' || digit || '_county_fips', 'parcels_' || digit);
    END LOOP;
END
$$;

CREATE TRIGGER parcels_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON parcels
    FOR EACH STATEMENT EXECUTE FUNCTION parcels_changed();

-- The columns that follow from others. They are not generated, because an import that writes a county directly computes them itself, in
-- a fraction of the time.
CREATE FUNCTION parcels_derived() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    AS $$
BEGIN
    NEW.words := parcel_words(NEW.address, NEW.scity, NEW.szip, NEW.owner, NEW.parcelnumb, NEW.county_fips);
    NEW.geom_3857 := ST_Transform(NEW.geom, 3857);
    RETURN NEW;
END
$$;
CREATE TRIGGER parcels_derived_first BEFORE INSERT ON parcels
    FOR EACH ROW WHEN (NEW.words IS NULL OR NEW.geom_3857 IS NULL) EXECUTE FUNCTION parcels_derived();
CREATE TRIGGER parcels_derived_again BEFORE UPDATE ON parcels
    FOR EACH ROW WHEN ((NEW.address, NEW.scity, NEW.szip, NEW.owner, NEW.parcelnumb, NEW.county_fips, NEW.geom)
        IS DISTINCT FROM (OLD.address, OLD.scity, OLD.szip, OLD.owner, OLD.parcelnumb, OLD.county_fips, OLD.geom))
    EXECUTE FUNCTION parcels_derived();

-- What only searches read, words and the begins of addresses, has an index for each partition and none of the whole table: those of a
-- county which is attached are made after the commit, because its lookups and tiles need not wait for them. Moves the listed words
-- to their index, and makes the indexes that are missing. Only their owner may.
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
SELECT index_parcel_words();

DROP FUNCTION count_parcels();
-- For an import that has written many parcels, before its commit: tells the planner how many there are in a group. Only the owner
-- of the table may.
CREATE FUNCTION count_parcels(county_group text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
BEGIN
    EXECUTE format('ANALYZE %I (ll_uuid, county_fips, county_group)',
        'parcels_' || CASE WHEN county_group IN ('7', '8', '9') THEN '6' ELSE county_group END);
END
$$;

-- The table of a large county that is new: made and filled, indexed, and attached in the import's transaction, so that an import that
-- is killed leaves none. Only the owner of the table may; the name is parcels_<code>.
CREATE FUNCTION create_county_parcels(county text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
DECLARE
    part text := 'parcels_' || county;
BEGIN
    IF county !~ '^[0-9]{5}$' THEN
        RAISE 'a county has five digits' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    -- The constraint is what attaching would otherwise read all rows for, and what statements on other counties leave the table out by.
    EXECUTE format('CREATE TABLE %I (LIKE parcels INCLUDING DEFAULTS INCLUDING CONSTRAINTS, '
        'CONSTRAINT of_county CHECK (county_group = %2$L AND county_fips = %2$L))', part, county);
    RETURN part;
END
$$;

CREATE FUNCTION index_county_parcels(county text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET maintenance_work_mem = '256MB'
    AS $$
DECLARE
    part text := 'parcels_' || county;
BEGIN
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (ll_uuid, county_group)', part, part || '_pkey');
    EXECUTE format('CREATE INDEX %I ON %I USING gist (geom_3857)', part || '_geom_3857', part);
    EXECUTE format('CREATE INDEX %I ON %I (parcelnumb, county_fips)', part || '_parcelnumb', part);
    -- The other columns follow by autovacuum.
    EXECUTE format('ANALYZE %I (ll_uuid, county_fips, county_group, geom_3857)', part);
END
$$;

-- Readers do not wait for it: without a default partition, the table `parcels` gets no lock that conflicts with theirs. The notice is that
-- of parcels_changed(), which an attached partition does not fire. False, and nothing is done, if the county has parcels in its group
-- meanwhile. Who writes single parcels holds the same lock shared ($1 of it as in parcel-record).
CREATE FUNCTION attach_county_parcels(county text, lock integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(lock, county::integer);
    IF EXISTS (SELECT FROM parcels WHERE county_group = left(county, 1) AND county_fips = county) THEN
        RETURN false;
    END IF;
    EXECUTE format('ALTER TABLE parcels ATTACH PARTITION %I FOR VALUES IN (%L)', 'parcels_' || county, county);
    INSERT INTO parcel_groups VALUES (county);
    PERFORM pg_notify(current_schema() || '_parcels', '');
    RETURN true;
END
$$;
