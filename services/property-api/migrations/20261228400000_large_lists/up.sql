-- Lists of 50,000 properties.

-- Which land several properties are on.
CREATE INDEX properties_on_points ON properties (customer_id, lon, lat);

-- Pages by address or owner after a position. lower() is not leakproof, so under row-level security an index of the expression is not read
-- from there, but from its beginning.
ALTER TABLE properties
    ADD COLUMN address_key text NOT NULL GENERATED ALWAYS AS (left(lower(coalesce(address, parcel_number)), 200)) STORED,
    ADD COLUMN owner_key text GENERATED ALWAYS AS (left(lower(owner_name), 200)) STORED;
DROP INDEX properties_by_address, properties_by_owner, properties_by_owner_down;
CREATE INDEX properties_by_address ON properties (customer_id, address_key);
CREATE INDEX properties_by_owner ON properties (customer_id, owner_key);
CREATE INDEX properties_by_owner_down ON properties (customer_id, owner_key DESC NULLS LAST);

-- Words. LIKE is not leakproof either. The function runs as the owner of the table, to whom a separate policy shows all rows. It filters by
-- the firm itself and returns only ids; the properties are then read under the tenant policy.
CREATE INDEX properties_inside ON properties USING gin (customer_id, words gin_trgm_ops) WITH (fastupdate = off);
CREATE POLICY search ON properties FOR SELECT TO CURRENT_USER USING (true);

-- The properties of this transaction's firm that match every LIKE pattern; null if they are more than `most`.
CREATE FUNCTION find_properties(patterns text[], most integer) RETURNS uuid[]
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT
    AS $$
DECLARE
    conditions text := '';
    pattern text;
    ids uuid[];
BEGIN
    FOREACH pattern IN ARRAY patterns LOOP
        conditions := conditions || format(' AND words LIKE %L', lower(pattern));
    END LOOP;
    EXECUTE 'SELECT coalesce(array_agg(id), ''{}'') FROM (SELECT property_id AS id FROM properties WHERE customer_id = $1'
            || conditions || ' LIMIT $2) few'
        INTO ids USING app_customer_id(), most + 1;
    RETURN CASE WHEN cardinality(ids) <= most THEN ids END;
END
$$;

-- Copies without a period, which most are, are told first: comparing the names takes longer than the rest of a sum.
CREATE OR REPLACE FUNCTION own_or_kept(value anyelement, field text, edited text[], keep_until timestamptz) RETURNS anyelement
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN keep_until IS NOT NULL AND keep_until <= now() AND NOT field = ANY (edited) THEN NULL ELSE value END $$;
