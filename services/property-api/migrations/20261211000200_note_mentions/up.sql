-- People whom notes about deals mention.

ALTER TABLE deal_notes ADD CONSTRAINT deal_notes_of_customer_unique UNIQUE (customer_id, note_id);

CREATE TABLE note_mentions (
    -- orders a person's mentions, and says up to which the person has read them
    mention_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT note_mentions_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    note_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- as the text has it
    name text NOT NULL,
    read_at timestamptz,
    mailed_at timestamptz,
    CONSTRAINT note_mentions_person_unique UNIQUE (customer_id, note_id, user_id),
    CONSTRAINT note_mentions_note_fkey FOREIGN KEY (customer_id, note_id) REFERENCES deal_notes (customer_id, note_id)
);
CREATE INDEX note_mentions_of_person ON note_mentions (customer_id, user_id, mention_id DESC);
CREATE INDEX note_mentions_unread ON note_mentions (customer_id, user_id) WHERE read_at IS NULL;
CALL tenant_scope('note_mentions');

-- The next morning's message of the person has it: a day of reminders begins at 12:00 UTC.
CREATE FUNCTION task_reminders_follow_mention() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO task_reminders AS r (customer_id, user_id, next_on)
    VALUES (NEW.customer_id, NEW.user_id, (now() AT TIME ZONE 'UTC' - interval '12 hours')::date + 1)
    ON CONFLICT (customer_id, user_id) DO UPDATE SET next_on = excluded.next_on WHERE excluded.next_on < r.next_on;
    RETURN NULL;
END
$$;
CREATE TRIGGER task_reminders_follow_mention AFTER INSERT ON note_mentions
    FOR EACH ROW WHEN (NEW.read_at IS NULL) EXECUTE FUNCTION task_reminders_follow_mention();
