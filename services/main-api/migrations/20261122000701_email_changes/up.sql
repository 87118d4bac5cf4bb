-- A new e-mail address that its owner has not confirmed yet; one a user, the latest. Confirmed before the firm of the
-- request is known, so the table can also be used by db::unscoped_tx.
CREATE TABLE email_changes (
    token_hash bytea CONSTRAINT email_changes_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    user_id uuid NOT NULL CONSTRAINT email_changes_user_unique UNIQUE
        CONSTRAINT email_changes_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    CONSTRAINT email_changes_email_lower CHECK (email = lower(email))
);
CREATE INDEX email_changes_expires ON email_changes (expires_at);
CALL tenant_scope('email_changes', true);
