-- Notes, files and sent messages are searched in the whole firm, and tasks that are done.
--
-- LIKE is not leakproof, so PostgreSQL uses no index for it under row-level security. The function below runs as the owner of these
-- tables, to whom a separate policy shows all rows. It filters by the firm itself and returns only ids; the rows are then read under the
-- tenant policy.

ALTER TABLE mails
    -- those that a message about a property went to, in lower case, one in a line; empty in mail of a campaign
    ADD COLUMN addresses text NOT NULL DEFAULT '';

CREATE FUNCTION mails_keep_addresses() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE mails SET addresses = concat_ws(E'\n', nullif(mails.addresses, ''), added.addresses)
    FROM (SELECT customer_id, mail_id, string_agg(email_key, E'\n') AS addresses FROM added_recipients GROUP BY 1, 2) added
    WHERE mails.mail_id = added.mail_id AND mails.customer_id = added.customer_id
        AND mails.campaign_id IS NULL AND mails.property_id IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER mails_keep_addresses AFTER INSERT ON mail_recipients
    REFERENCING NEW TABLE AS added_recipients
    FOR EACH STATEMENT EXECUTE FUNCTION mails_keep_addresses();

-- The policies of these tables hold for their owner too.
ALTER TABLE mails NO FORCE ROW LEVEL SECURITY;
ALTER TABLE mail_recipients NO FORCE ROW LEVEL SECURITY;
UPDATE mails SET addresses = sent.addresses
FROM (SELECT customer_id, mail_id, string_agg(email_key, E'\n') AS addresses FROM mail_recipients GROUP BY 1, 2) sent
WHERE mails.mail_id = sent.mail_id AND mails.customer_id = sent.customer_id
    AND mails.campaign_id IS NULL AND mails.property_id IS NOT NULL;
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
ALTER TABLE mail_recipients FORCE ROW LEVEL SECURITY;

CREATE INDEX deal_notes_inside ON deal_notes USING gin (customer_id, lower(text) gin_trgm_ops)
    WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE INDEX deal_notes_newest ON deal_notes (customer_id, created_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX attachments_inside ON attachments USING gin (customer_id, lower(name) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX attachments_newest ON attachments (customer_id, uploaded_at DESC);
-- Not the body: those of letters have links that are secret.
CREATE INDEX mails_inside ON mails USING gin (customer_id, (lower(subject) || E'\n' || addresses) gin_trgm_ops)
    WITH (fastupdate = off) WHERE campaign_id IS NULL AND property_id IS NOT NULL;
CREATE INDEX mails_newest ON mails (customer_id, created_at DESC) WHERE campaign_id IS NULL AND property_id IS NOT NULL;

CREATE POLICY search ON deal_notes FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY search ON attachments FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY search ON mails FOR SELECT TO CURRENT_USER USING (true);

-- At most `most` records of this transaction's firm that match every LIKE pattern: all of them, or else the newest.
CREATE FUNCTION find_records(kind text, patterns text[], most integer) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path FROM CURRENT
    AS $$
DECLARE
    id text;
    searched text;
    made text;
    source text;
    pattern text;
    ids uuid[];
BEGIN
    CASE kind
        WHEN 'note' THEN
            id := 'note_id';
            searched := 'lower(text)';
            made := 'created_at';
            source := 'deal_notes WHERE deleted_at IS NULL';
        WHEN 'attachment' THEN
            id := 'attachment_id';
            searched := 'lower(name)';
            made := 'uploaded_at';
            source := 'attachments WHERE true';
        WHEN 'email' THEN
            id := 'mail_id';
            searched := '(lower(subject) || E''\n'' || addresses)';
            made := 'created_at';
            source := 'mails WHERE campaign_id IS NULL AND property_id IS NOT NULL';
    END CASE;
    source := source || ' AND customer_id = $1';
    FOREACH pattern IN ARRAY patterns LOOP
        source := source || format(' AND %s LIKE %L', searched, lower(pattern));
    END LOOP;
    EXECUTE 'SELECT array_agg(id) FROM (SELECT ' || id || ' AS id FROM ' || source || ' LIMIT $2) few'
        INTO ids USING app_customer_id(), most + 1;
    IF cardinality(ids) <= most THEN
        RETURN QUERY SELECT unnest(ids);
    ELSIF ids IS NOT NULL THEN
        -- So many match that the newest are found by reading from the end.
        RETURN QUERY EXECUTE 'SELECT ' || id || ' FROM ' || source || ' ORDER BY ' || made || ' DESC LIMIT $2'
            USING app_customer_id(), most;
    END IF;
END
$$;

-- As deal_tasks_open.
CREATE INDEX deal_tasks_done ON deal_tasks (customer_id, due_on, task_id) INCLUDE (deal_id, assigned_to, words) WHERE done_at IS NOT NULL;
