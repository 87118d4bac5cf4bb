-- Contacts that were deleted a short while ago, so that the deletion can be undone. Rows go after an hour.

CREATE TABLE removed_contacts (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    contact_id uuid NOT NULL,
    -- the deleted row with all its columns
    record jsonb NOT NULL,
    removed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT removed_contacts_pkey PRIMARY KEY (customer_id, contact_id)
);
CREATE INDEX removed_contacts_oldest ON removed_contacts (removed_at);
-- Also without a firm: upkeep removes what is older.
CALL tenant_scope('removed_contacts', true);
