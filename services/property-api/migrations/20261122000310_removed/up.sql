-- What a deletion took away a short while ago, so that it can be undone. Rows go after an hour.

-- Links of a contact that was deleted in the directory.
CREATE TABLE removed_property_contacts (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    linked_at timestamptz NOT NULL,
    removed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT removed_property_contacts_pkey PRIMARY KEY (customer_id, contact_id, property_id),
    CONSTRAINT removed_property_contacts_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id) ON DELETE CASCADE
);
CALL tenant_scope('removed_property_contacts');

-- Files that were removed: the row with all its columns. The object stays as long.
CREATE TABLE removed_attachments (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    attachment_id uuid NOT NULL,
    path text NOT NULL,
    record jsonb NOT NULL,
    removed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT removed_attachments_pkey PRIMARY KEY (customer_id, attachment_id)
);
CREATE INDEX removed_attachments_path ON removed_attachments (customer_id, path);
CALL tenant_scope('removed_attachments');
