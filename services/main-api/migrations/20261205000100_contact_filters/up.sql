-- Contacts are filtered by tag, by who is responsible and by company.

ALTER TABLE contact_search
    -- in lower case
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN assigned_key text;
CREATE INDEX contact_search_by_tag ON contact_search USING gin (customer_id, tags) WITH (fastupdate = off);
CREATE INDEX contact_search_by_assigned ON contact_search (customer_id, assigned_key) WHERE assigned_key IS NOT NULL;

-- The words of a comma-separated list, in lower case.
CREATE FUNCTION contact_tags(list text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
SELECT coalesce(array_agg(DISTINCT lower(btrim(tag))), '{}')
FROM unnest(string_to_array(list, ',')) AS tag
WHERE btrim(tag) <> ''
$$;

CREATE OR REPLACE FUNCTION contact_search_of(contact contacts) RETURNS contact_search
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
    lower(nullif(btrim(contact.company_name), '')),
    contact_tags(contact.tags),
    lower(nullif(btrim(contact.assigned_to), ''))
)::contact_search
$$;

CREATE OR REPLACE FUNCTION contact_search_keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO contact_search SELECT (contact_search_of(NEW)).*
    ON CONFLICT (contact_id) DO UPDATE
        SET words = excluded.words, numbers = excluded.numbers, name_key = excluded.name_key,
            email_key = excluded.email_key, company_key = excluded.company_key,
            tags = excluded.tags, assigned_key = excluded.assigned_key;
    RETURN NULL;
END
$$;

-- As find_contacts, with filters: those that are null do not count. Keys are in lower case.
CREATE FUNCTION filter_contacts(patterns text[], digits text[], tag text, assigned text, company text, most integer)
    RETURNS SETOF uuid
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
    IF tag IS NOT NULL THEN
        conditions := conditions || ' AND tags @> ARRAY[$3]';
    END IF;
    IF assigned IS NOT NULL THEN
        conditions := conditions || ' AND assigned_key = $4';
    END IF;
    IF company IS NOT NULL THEN
        conditions := conditions || ' AND company_key = $5';
    END IF;
    RETURN QUERY EXECUTE 'SELECT contact_id FROM contact_search WHERE customer_id = $1' || conditions || ' LIMIT $2'
        USING app_customer_id(), most, tag, assigned, company;
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
        UPDATE contact_search s
        SET tags = contact_tags(c.tags), assigned_key = lower(nullif(btrim(c.assigned_to), ''))
        FROM contacts c
        WHERE c.contact_id = s.contact_id AND (c.tags IS NOT NULL OR c.assigned_to IS NOT NULL);
    END LOOP;
    PERFORM set_config('app.customer_id', '', true);
    PERFORM set_config('app.unscoped', 'off', true);
END
$$;
