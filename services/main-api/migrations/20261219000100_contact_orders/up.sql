-- Contacts are also sorted by phone number, by who is responsible and by lead score.

ALTER TABLE contact_search
    -- the digits of the phone number, without the country code of a US number
    ADD COLUMN phone_key text,
    ADD COLUMN score_key integer;
-- Two indexes for each order, because contacts without the value come last in both directions.
CREATE INDEX contact_search_by_phone ON contact_search (customer_id, phone_key, contact_id);
CREATE INDEX contact_search_by_phone_down ON contact_search (customer_id, phone_key DESC NULLS LAST, contact_id DESC);
CREATE INDEX contact_search_by_person ON contact_search (customer_id, assigned_key, contact_id);
CREATE INDEX contact_search_by_person_down ON contact_search (customer_id, assigned_key DESC NULLS LAST, contact_id DESC);
CREATE INDEX contact_search_by_score ON contact_search (customer_id, score_key, contact_id);
CREATE INDEX contact_search_by_score_down ON contact_search (customer_id, score_key DESC NULLS LAST, contact_id DESC);
-- The filter by person uses contact_search_by_person.
DROP INDEX contact_search_by_assigned;

CREATE FUNCTION contact_phone_key(number text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
SELECT nullif(regexp_replace(regexp_replace(number, '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'), '')
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
    lower(nullif(btrim(contact.assigned_to), '')),
    contact_phone_key(contact.phone_number),
    contact.lead_score
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
            tags = excluded.tags, assigned_key = excluded.assigned_key,
            phone_key = excluded.phone_key, score_key = excluded.score_key;
    RETURN NULL;
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
        SET phone_key = contact_phone_key(c.phone_number), score_key = c.lead_score
        FROM contacts c
        WHERE c.contact_id = s.contact_id AND (c.phone_number IS NOT NULL OR c.lead_score IS NOT NULL);
    END LOOP;
    PERFORM set_config('app.customer_id', '', true);
    PERFORM set_config('app.unscoped', 'off', true);
END
$$;
