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
