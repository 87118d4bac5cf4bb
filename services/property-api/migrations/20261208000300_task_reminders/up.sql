-- When to look whether tasks of a person are due; without a row none has a day. Read across firms by the task that does so.
CREATE TABLE task_reminders (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    user_id uuid NOT NULL,
    next_on date NOT NULL,
    -- the last day that was told
    told_on date,
    CONSTRAINT task_reminders_pkey PRIMARY KEY (customer_id, user_id)
);
CREATE INDEX task_reminders_next ON task_reminders (next_on);

-- Tasks change in several places; this follows all of them.
CREATE FUNCTION task_reminders_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO task_reminders AS r (customer_id, user_id, next_on) VALUES (NEW.customer_id, NEW.assigned_to, NEW.due_on)
    ON CONFLICT (customer_id, user_id) DO UPDATE SET next_on = excluded.next_on WHERE excluded.next_on < r.next_on;
    RETURN NULL;
END
$$;
CREATE TRIGGER task_reminders_follow AFTER INSERT OR UPDATE OF due_on, assigned_to, done_at ON deal_tasks
    FOR EACH ROW WHEN (NEW.due_on IS NOT NULL AND NEW.done_at IS NULL) EXECUTE FUNCTION task_reminders_follow();

-- The policies of this table hold for its owner too.
ALTER TABLE deal_tasks NO FORCE ROW LEVEL SECURITY;
INSERT INTO task_reminders (customer_id, user_id, next_on)
SELECT customer_id, assigned_to, min(due_on) FROM deal_tasks
WHERE due_on IS NOT NULL AND done_at IS NULL GROUP BY customer_id, assigned_to;
ALTER TABLE deal_tasks FORCE ROW LEVEL SECURITY;
CALL tenant_scope('task_reminders', true);
