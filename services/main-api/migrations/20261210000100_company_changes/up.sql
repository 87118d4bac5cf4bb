-- Companies are changed, tagged and removed, also many at once.
ALTER TABLE companies
    -- comma-separated words, as of contacts
    ADD COLUMN tags text,
    ADD COLUMN version bigint NOT NULL DEFAULT 1,
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

-- Changes of many companies, so that they can be undone. Rows go after an hour, and when they were undone.
CREATE TABLE company_commands (
    command_id uuid CONSTRAINT company_commands_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    actor uuid NOT NULL,
    -- whether it removed the companies
    removed boolean NOT NULL,
    -- an array of the companies' rows as they were
    companies jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX company_commands_oldest ON company_commands (created_at);
-- Also without a firm: upkeep removes what is older.
CALL tenant_scope('company_commands', true);
