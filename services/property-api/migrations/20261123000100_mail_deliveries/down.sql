CREATE TABLE mail_turns (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    mail_id uuid NOT NULL,
    CONSTRAINT mail_turns_pkey PRIMARY KEY (customer_id, mail_id),
    CONSTRAINT mail_turns_mail_fkey FOREIGN KEY (customer_id, mail_id)
        REFERENCES mails (customer_id, mail_id)
);
CALL tenant_scope('mail_turns', true);
ALTER TABLE mails ADD COLUMN attempts integer NOT NULL DEFAULT 0;
ALTER TABLE mail_recipients ADD COLUMN leased_at timestamptz;

ALTER TABLE mails NO FORCE ROW LEVEL SECURITY;
ALTER TABLE mail_recipients NO FORCE ROW LEVEL SECURITY;
SET LOCAL app.unscoped = 'on';

CREATE TEMPORARY TABLE mail_jobs ON COMMIT DROP AS
SELECT customer_id, (payload ->> 'mail_id')::uuid AS mail_id, dead_at IS NOT NULL AS dead, gen_random_uuid() AS event_id,
       max(attempts) AS attempts, min(last_error) AS reason, min(dead_at) AS dead_at, min(created_at) AS created_at
FROM jobs WHERE kind = 'mail_delivery' GROUP BY 1, 2, 3;

UPDATE mails m SET attempts = (SELECT max(j.attempts) FROM mail_jobs j WHERE j.mail_id = m.mail_id)
WHERE m.mail_id IN (SELECT mail_id FROM mail_jobs);
-- Of a worker that was stopped: whether it was sent is unknown.
UPDATE mail_recipients SET leased_at = now() - interval '1 hour' WHERE status = 'sending';

INSERT INTO mail_turns (customer_id, mail_id) SELECT customer_id, mail_id FROM mail_jobs WHERE NOT dead;
INSERT INTO outbox (event_id, work_queue, event_type, subject, aggregate_version, customer_id, data, occurred_at)
SELECT event_id, 'mail', 'mail.requested', mail_id, 1, customer_id, jsonb_build_object('mail_id', mail_id), created_at
FROM mail_jobs WHERE NOT dead ORDER BY created_at, mail_id;

-- The queue has the name that it has with the default AMQP_NAMESPACE.
INSERT INTO parked (parked_id, queue, event_type, message_id, reason, attempts, body, parked_at)
SELECT gen_random_uuid(), 'sitewright.work.mail', 'mail.requested', event_id::text, reason, attempts,
       convert_to(jsonb_build_object(
           'specversion', '1.0', 'id', event_id, 'source', '/property-api', 'type', 'mail.requested', 'subject', mail_id::text,
           'time', created_at, 'datacontenttype', 'application/json', 'dataschema', 'mail.requested.v1',
           'customerid', customer_id, 'aggregateversion', 1, 'data', jsonb_build_object('mail_id', mail_id))::text, 'UTF8'),
       dead_at
FROM mail_jobs WHERE dead;

DELETE FROM jobs WHERE kind = 'mail_delivery';
SET LOCAL app.unscoped = 'off';
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
ALTER TABLE mail_recipients FORCE ROW LEVEL SECURITY;
