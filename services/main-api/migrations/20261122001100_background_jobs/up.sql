-- Account mail, requests for reset links and webhook calls become background jobs. Ids stay: receivers know a webhook call,
-- and mail servers a message, by its id.

-- The tables' policies hold for their owner too.
SET LOCAL app.unscoped = 'on';

INSERT INTO jobs (job_id, customer_id, kind, payload, attempts, run_at, last_error, created_at)
SELECT mail_id, customer_id, 'account_mail',
       jsonb_build_object('recipient', recipient, 'subject', subject, 'body', body),
       attempts, due_at, last_error, created_at
FROM account_mails;

INSERT INTO jobs (job_id, kind, payload, created_at)
SELECT gen_random_uuid(), 'reset_request', jsonb_build_object('email', email), at
FROM reset_requests;

-- Calls that were given up are dead jobs; delivered ones are done.
INSERT INTO jobs (job_id, customer_id, kind, payload, attempts, run_at, last_error, dead_at, created_at)
SELECT delivery_id, customer_id, 'webhook_call',
       jsonb_build_object('target', target, 'type', kind, 'data', payload),
       attempts, due_at, CASE WHEN failed_at IS NULL THEN last_error ELSE coalesce(last_error, 'given up') END, failed_at, created_at
FROM webhook_deliveries
WHERE delivered_at IS NULL;

SET LOCAL app.unscoped = 'off';

DROP TABLE account_mails, reset_requests, webhook_deliveries;
