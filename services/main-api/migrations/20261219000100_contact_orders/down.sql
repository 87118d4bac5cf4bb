ALTER TABLE contact_search DROP COLUMN phone_key, DROP COLUMN score_key;
DROP INDEX contact_search_by_person, contact_search_by_person_down;
CREATE INDEX contact_search_by_assigned ON contact_search (customer_id, assigned_key) WHERE assigned_key IS NOT NULL;

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
DROP FUNCTION contact_phone_key(text);
