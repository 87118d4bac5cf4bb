-- Events that this service says, kept until the broker has confirmed them.
CREATE TABLE outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT outbox_pkey PRIMARY KEY,
    event_id uuid NOT NULL CONSTRAINT outbox_event_id_unique UNIQUE,
    -- null: to the topic exchange; else the work queue that it goes to
    work_queue text,
    event_type text NOT NULL,
    subject text NOT NULL,
    aggregate_version bigint NOT NULL,
    customer_id uuid NOT NULL,
    actor_id uuid,
    request_id text,
    traceparent text,
    data jsonb NOT NULL,
    occurred_at timestamptz NOT NULL DEFAULT now()
);
-- The relay asks for the oldest row of each aggregate.
CREATE INDEX outbox_subject_seq ON outbox (subject, seq);
-- The relay works for every firm.
CALL tenant_scope('outbox', true);

-- Events that this service has heard and acted on; a second delivery finds its row here.
CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_handled_at ON inbox (handled_at);

-- Messages that could not be handled, with the reason, until somebody replays them.
-- No firm's column and no row-level security: only the operator's `parked` subcommand reads it.
CREATE TABLE parked (
    parked_id uuid CONSTRAINT parked_pkey PRIMARY KEY,
    queue text NOT NULL,
    event_type text NOT NULL,
    message_id text NOT NULL,
    reason text NOT NULL,
    attempts integer NOT NULL,
    body bytea NOT NULL,
    parked_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT parked_queue_message_unique UNIQUE (queue, message_id)
);
CREATE INDEX parked_parked_at ON parked (parked_at);
