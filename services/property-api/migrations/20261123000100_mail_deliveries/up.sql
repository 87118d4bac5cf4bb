-- Each recipient of a message has a background job. Before, each message had a job on the broker's work queue `mail`, firms
-- took turns by `mail_turns`, and a recipient's row was leased. What waits becomes a job, what was given up a dead job.

-- The policies of these tables hold for their owner too.
ALTER TABLE mails NO FORCE ROW LEVEL SECURITY;
ALTER TABLE mail_recipients NO FORCE ROW LEVEL SECURITY;
SET LOCAL app.unscoped = 'on';

WITH parked_mails AS (
    SELECT (convert_from(body, 'UTF8')::jsonb -> 'data' ->> 'mail_id')::uuid AS mail_id,
           min(reason) AS reason, min(parked_at) AS parked_at
    FROM parked WHERE event_type = 'mail.requested' GROUP BY 1
), waiting AS (
    SELECT r.customer_id, r.mail_id, r.email_key, r.reason, r.settled_at, m.attempts, m.created_at,
           p.reason AS parked_reason, p.parked_at,
           r.status = 'given_up' OR (r.status = 'queued' AND p.mail_id IS NOT NULL) AS dead
    FROM mail_recipients r
    JOIN mails m ON m.customer_id = r.customer_id AND m.mail_id = r.mail_id
    LEFT JOIN parked_mails p ON p.mail_id = r.mail_id
    WHERE r.status IN ('queued', 'sending', 'given_up')
)
INSERT INTO jobs (job_id, customer_id, kind, payload, attempts, last_error, dead_at, created_at)
SELECT gen_random_uuid(), customer_id, 'mail_delivery', jsonb_build_object('mail_id', mail_id, 'email_key', email_key),
       -- one attempt is left at least
       CASE WHEN dead THEN attempts ELSE least(attempts, 10) END,
       CASE WHEN dead THEN coalesce(parked_reason, reason, 'given up') ELSE reason END,
       CASE WHEN dead THEN coalesce(parked_at, settled_at, now()) END,
       created_at
FROM waiting;

DELETE FROM parked WHERE queue LIKE '%.work.mail';
DELETE FROM outbox WHERE work_queue = 'mail';

DROP TABLE mail_turns;
ALTER TABLE mails DROP COLUMN attempts;
ALTER TABLE mail_recipients DROP COLUMN leased_at;

SET LOCAL app.unscoped = 'off';
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
ALTER TABLE mail_recipients FORCE ROW LEVEL SECURITY;
