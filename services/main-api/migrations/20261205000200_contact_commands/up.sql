-- Changes of many contacts at once, so that they can be undone. Rows go after an hour, and when they were undone.
CREATE TABLE contact_commands (
    command_id uuid CONSTRAINT contact_commands_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    actor uuid NOT NULL,
    -- whether it removed the contacts; their rows are in removed_contacts
    removed boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT contact_commands_of_customer_unique UNIQUE (customer_id, command_id)
);
CREATE INDEX contact_commands_oldest ON contact_commands (created_at);
-- Also without a firm: upkeep removes what is older.
CALL tenant_scope('contact_commands', true);

CREATE TABLE contact_command_items (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    command_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    -- the fields as they were
    tags text,
    assigned_to text,
    company_name text,
    -- of the contact when it was changed
    version_after bigint NOT NULL,
    CONSTRAINT contact_command_items_pkey PRIMARY KEY (customer_id, command_id, contact_id),
    CONSTRAINT contact_command_items_command_fkey FOREIGN KEY (customer_id, command_id)
        REFERENCES contact_commands (customer_id, command_id) ON DELETE CASCADE
);
CALL tenant_scope('contact_command_items', true);
