-- A dated next step of a deal is told like a task. Once for a statement and in the order of the people, so that changes of many deals
-- in two projects cannot wait for each other. A deal has no next step when it begins.
CREATE FUNCTION task_reminders_follow_deals() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO task_reminders AS r (customer_id, user_id, next_on)
    SELECT customer_id, assigned_to, min(next_step_on) FROM changed
    WHERE assigned_to IS NOT NULL AND next_step_on IS NOT NULL AND removed_at IS NULL
    GROUP BY customer_id, assigned_to ORDER BY customer_id, assigned_to
    ON CONFLICT (customer_id, user_id) DO UPDATE SET next_on = excluded.next_on WHERE excluded.next_on < r.next_on;
    RETURN NULL;
END
$$;
CREATE TRIGGER task_reminders_follow_deals AFTER UPDATE ON deals
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION task_reminders_follow_deals();

-- The policies of these tables hold for their owner too.
ALTER TABLE deals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE task_reminders NO FORCE ROW LEVEL SECURITY;
INSERT INTO task_reminders AS r (customer_id, user_id, next_on)
SELECT customer_id, assigned_to, min(next_step_on) FROM deals
WHERE assigned_to IS NOT NULL AND next_step_on IS NOT NULL AND removed_at IS NULL
GROUP BY customer_id, assigned_to
ON CONFLICT (customer_id, user_id) DO UPDATE SET next_on = excluded.next_on WHERE excluded.next_on < r.next_on;
ALTER TABLE task_reminders FORCE ROW LEVEL SECURITY;
ALTER TABLE deals FORCE ROW LEVEL SECURITY;
