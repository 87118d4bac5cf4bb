-- Background jobs of this service: waiting, leased by a worker, or dead. A job that is done leaves.
CREATE TABLE jobs (
    job_id uuid CONSTRAINT jobs_pkey PRIMARY KEY,
    -- null: of no firm
    customer_id uuid,
    kind text NOT NULL,
    payload jsonb NOT NULL,
    -- started ones, with the current one
    attempts integer NOT NULL DEFAULT 0,
    run_at timestamptz NOT NULL DEFAULT now(),
    leased_by uuid,
    leased_until timestamptz,
    last_error text,
    -- failed for the last time; kept for the operator
    dead_at timestamptz,
    request_id text,
    traceparent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT jobs_lease_complete CHECK ((leased_by IS NULL) = (leased_until IS NULL)),
    CONSTRAINT jobs_dead_not_leased CHECK (dead_at IS NULL OR leased_by IS NULL),
    CONSTRAINT jobs_dead_with_reason CHECK (dead_at IS NULL OR last_error IS NOT NULL)
);
-- Workers ask for the next one of a kind.
CREATE INDEX jobs_kind_run_at ON jobs (kind, run_at) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead_at ON jobs (dead_at) WHERE dead_at IS NOT NULL;
-- Workers serve every firm.
CALL tenant_scope('jobs', true);
