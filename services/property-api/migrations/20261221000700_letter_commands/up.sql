-- What was done to letters together can be undone for a day: their approval, their withdrawal, and that they were made.

CREATE TABLE letter_commands (
    command_id uuid CONSTRAINT letter_commands_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    kind text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT letter_commands_of_customer_unique UNIQUE (customer_id, command_id),
    CONSTRAINT letter_commands_kind_known CHECK (kind IN ('approved', 'withdrawn'))
);
CREATE INDEX letter_commands_oldest ON letter_commands (customer_id, created_at);
CALL tenant_scope('letter_commands');

CREATE TABLE letter_command_items (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    command_id uuid NOT NULL,
    letter_id uuid NOT NULL,
    -- of the letter; another one means that it was changed since
    version_after bigint NOT NULL,
    CONSTRAINT letter_command_items_pkey PRIMARY KEY (customer_id, command_id, letter_id),
    CONSTRAINT letter_command_items_command_fkey FOREIGN KEY (customer_id, command_id)
        REFERENCES letter_commands (customer_id, command_id) ON DELETE CASCADE,
    CONSTRAINT letter_command_items_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CREATE INDEX letter_command_items_of_letter ON letter_command_items (customer_id, letter_id);
CALL tenant_scope('letter_command_items');

-- Offer values that letters changed when they were made.
CREATE TABLE letter_job_offers (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    job_id uuid NOT NULL,
    property_id uuid NOT NULL,
    -- US dollars
    before numeric(14, 2),
    after numeric(14, 2) NOT NULL,
    -- whether the firm had set the earlier value itself
    was_edited boolean NOT NULL,
    CONSTRAINT letter_job_offers_pkey PRIMARY KEY (customer_id, job_id, property_id),
    CONSTRAINT letter_job_offers_job_fkey FOREIGN KEY (customer_id, job_id) REFERENCES letter_jobs (customer_id, job_id),
    CONSTRAINT letter_job_offers_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CREATE INDEX letter_job_offers_of_property ON letter_job_offers (customer_id, property_id);
CALL tenant_scope('letter_job_offers');

-- When the letters were taken back.
ALTER TABLE letter_jobs ADD COLUMN undone_at timestamptz;
