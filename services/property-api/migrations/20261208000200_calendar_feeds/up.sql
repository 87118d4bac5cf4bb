-- Secret addresses of calendar feeds. Read before the firm of the request is known.
CREATE TABLE calendar_feeds (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    user_id uuid NOT NULL,
    -- SHA-256 of the token in the address, which is not stored
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- fetches since this time are counted
    hour timestamptz NOT NULL DEFAULT now(),
    hour_fetches integer NOT NULL DEFAULT 0,
    CONSTRAINT calendar_feeds_pkey PRIMARY KEY (customer_id, user_id),
    CONSTRAINT calendar_feeds_token_unique UNIQUE (token_hash)
);
CALL tenant_scope('calendar_feeds', true);

-- What a person's feed shows: calendars follow a change only by its number, and a removal only if it is told. They outlive the
-- address, so that a new one continues the numbers.
CREATE TABLE calendar_entries (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    user_id uuid NOT NULL,
    kind text NOT NULL,
    -- the task, or the deal of a next step
    entry_id uuid NOT NULL,
    day date NOT NULL,
    -- when the day ends earlier
    at timestamptz,
    summary text NOT NULL,
    description text NOT NULL,
    sequence integer NOT NULL,
    changed_at timestamptz NOT NULL,
    cancelled boolean NOT NULL,
    CONSTRAINT calendar_entries_pkey PRIMARY KEY (customer_id, user_id, kind, entry_id),
    CONSTRAINT calendar_entries_kind_known CHECK (kind IN ('task', 'step'))
);
CALL tenant_scope('calendar_entries');

-- The next steps of a person's deals.
CREATE INDEX deals_next_step_of_person ON deals (customer_id, assigned_to, next_step_on)
    WHERE removed_at IS NULL AND next_step_on IS NOT NULL;
