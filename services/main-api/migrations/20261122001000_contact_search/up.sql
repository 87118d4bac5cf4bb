-- Search text and sort keys of contacts: one narrow row per contact, maintained by a trigger.
--
-- LIKE is not leakproof, so PostgreSQL uses no index for it under row-level security. The function
-- below runs as the owner of this table, to whom a separate policy shows all rows. It filters by the
-- firm itself and returns only ids; the contacts are then read under the tenant policy.

CREATE TABLE contact_search (
    contact_id uuid CONSTRAINT contact_search_pkey PRIMARY KEY
        CONSTRAINT contact_search_contact_fkey REFERENCES contacts (contact_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL,
    -- the searched fields in lower case, one per line
    words text NOT NULL,
    -- the digits of all phone numbers
    numbers text NOT NULL,
    -- sort keys, in lower case
    name_key text NOT NULL,
    email_key text NOT NULL,
    company_key text
);
CREATE INDEX contact_search_by_name ON contact_search (customer_id, name_key, contact_id);
CREATE INDEX contact_search_by_email ON contact_search (customer_id, email_key, contact_id);
-- Two indexes, because contacts without a company come last in both directions.
CREATE INDEX contact_search_by_company ON contact_search (customer_id, company_key, contact_id);
CREATE INDEX contact_search_by_company_down ON contact_search (customer_id, company_key DESC NULLS LAST, contact_id DESC);
CREATE INDEX contact_search_inside ON contact_search USING gin (customer_id, words gin_trgm_ops, numbers gin_trgm_ops)
    WITH (fastupdate = off);
CALL tenant_scope('contact_search');
CREATE POLICY search ON contact_search FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION contact_search_of(contact contacts) RETURNS contact_search
    LANGUAGE sql STABLE
    AS $$
SELECT (
    contact.contact_id,
    contact.customer_id,
    lower(concat_ws(E'\n', contact.first_name || ' ' || contact.last_name, contact.email, contact.phone_number,
        contact.company_name, contact.title, contact.job_title)),
    regexp_replace(concat_ws('|', contact.phone_number, contact.phone_number2, contact.mobile_number, contact.fax_number),
        '[^0-9|]', '', 'g'),
    -- A tab sorts before every letter.
    lower(contact.last_name || E'\t' || contact.first_name),
    lower(contact.email),
    lower(nullif(btrim(contact.company_name), ''))
)::contact_search
$$;

CREATE FUNCTION contact_search_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO contact_search SELECT (contact_search_of(NEW)).*
    ON CONFLICT (contact_id) DO UPDATE
        SET words = excluded.words, numbers = excluded.numbers, name_key = excluded.name_key,
            email_key = excluded.email_key, company_key = excluded.company_key;
    RETURN NULL;
END
$$;
CREATE TRIGGER contact_search_keep AFTER INSERT OR UPDATE ON contacts
    FOR EACH ROW EXECUTE FUNCTION contact_search_keep();

-- At most `most` contacts of this transaction's firm that match every LIKE pattern. `digits` has for
-- each pattern its pattern for phone numbers, or null if it cannot be one; either may match.
CREATE FUNCTION find_contacts(patterns text[], digits text[], most integer) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT
    AS $$
DECLARE
    conditions text := '';
BEGIN
    FOR place IN 1 .. cardinality(patterns) LOOP
        conditions := conditions || format(
            CASE WHEN digits[place] IS NULL THEN ' AND words LIKE %1$L' ELSE ' AND (words LIKE %1$L OR numbers LIKE %2$L)' END,
            lower(patterns[place]), digits[place]);
    END LOOP;
    RETURN QUERY EXECUTE 'SELECT contact_id FROM contact_search WHERE customer_id = $1' || conditions || ' LIMIT $2'
        USING app_customer_id(), most;
END
$$;

-- Existing contacts, firm by firm, because the policies apply to the tables' owner too.
DO $$
DECLARE
    firm uuid;
BEGIN
    PERFORM set_config('app.unscoped', 'on', true);
    FOR firm IN SELECT customer_id FROM customers LOOP
        PERFORM set_config('app.customer_id', firm::text, true);
        INSERT INTO contact_search SELECT (contact_search_of(contacts)).* FROM contacts;
    END LOOP;
    PERFORM set_config('app.customer_id', '', true);
    PERFORM set_config('app.unscoped', 'off', true);
END
$$;
