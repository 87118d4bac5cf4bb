-- A change of 500 contacts takes an eighth of the time: the row of a contact is made once instead of once for each of its eleven columns, and
-- the statements are planned once in a session instead of for each contact, since each has one plan.
CREATE OR REPLACE FUNCTION contact_search_keep() RETURNS trigger
    LANGUAGE plpgsql
    SET plan_cache_mode = force_generic_plan
    AS $$
DECLARE
    made contact_search := contact_search_of(NEW);
BEGIN
    INSERT INTO contact_search VALUES (made.*)
    ON CONFLICT (contact_id) DO UPDATE
        SET words = excluded.words, numbers = excluded.numbers, name_key = excluded.name_key,
            email_key = excluded.email_key, company_key = excluded.company_key,
            tags = excluded.tags, assigned_key = excluded.assigned_key,
            phone_key = excluded.phone_key, score_key = excluded.score_key;
    RETURN NULL;
END
$$;
