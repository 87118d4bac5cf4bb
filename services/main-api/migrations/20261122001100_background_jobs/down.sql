CREATE TABLE account_mails (
    mail_id uuid CONSTRAINT account_mails_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    last_error text
);
CREATE INDEX account_mails_due ON account_mails (due_at);
CALL tenant_scope('account_mails', true);

CREATE TABLE reset_requests (
    request_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT reset_requests_pkey PRIMARY KEY,
    email text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE webhook_deliveries (
    delivery_id uuid CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    -- 'live' or 'test': which of the operator's two addresses
    target text NOT NULL CONSTRAINT webhook_deliveries_target_known CHECK (target IN ('live', 'test')),
    kind text NOT NULL,
    payload jsonb NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    failed_at timestamptz,
    last_error text
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
-- The delivery worker serves every firm.
CALL tenant_scope('webhook_deliveries', true);

SET LOCAL app.unscoped = 'on';

INSERT INTO account_mails (mail_id, customer_id, recipient, subject, body, attempts, due_at, created_at, last_error)
SELECT job_id, customer_id, payload->>'recipient', payload->>'subject', payload->>'body', attempts, run_at, created_at, last_error
FROM jobs WHERE kind = 'account_mail' AND dead_at IS NULL;

INSERT INTO reset_requests (email, at)
SELECT payload->>'email', created_at FROM jobs WHERE kind = 'reset_request' AND dead_at IS NULL;

INSERT INTO webhook_deliveries (delivery_id, customer_id, target, kind, payload, attempts, due_at, created_at, failed_at, last_error)
SELECT job_id, customer_id, payload->>'target', payload->>'type', payload->'data', attempts, run_at, created_at, dead_at, last_error
FROM jobs WHERE kind = 'webhook_call';

DELETE FROM jobs WHERE kind IN ('account_mail', 'reset_request', 'webhook_call');
SET LOCAL app.unscoped = 'off';
