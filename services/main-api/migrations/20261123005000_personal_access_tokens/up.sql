-- Tokens with which programs read in a user's name. Verified before the firm of the request is known, so the table can also
-- be used by db::unscoped_tx.
CREATE TABLE personal_access_tokens (
    token_id uuid CONSTRAINT personal_access_tokens_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT personal_access_tokens_customer_fkey REFERENCES customers (customer_id),
    user_id uuid NOT NULL
        CONSTRAINT personal_access_tokens_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    -- SHA-256 of the token, which is not stored
    token_hash bytea NOT NULL CONSTRAINT personal_access_tokens_hash_unique UNIQUE,
    -- the beginning of the token, for recognition
    prefix text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    -- the last day of use (UTC)
    last_used_on date,
    revoked_at timestamptz,
    revoke_reason text,
    CONSTRAINT personal_access_tokens_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT personal_access_tokens_scopes_known
        CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['parcels:read', 'projects:read'])
);
CREATE INDEX personal_access_tokens_user ON personal_access_tokens (user_id, token_id);
CREATE INDEX personal_access_tokens_customer ON personal_access_tokens (customer_id, token_id);
CREATE INDEX personal_access_tokens_expires ON personal_access_tokens (expires_at);
CALL tenant_scope('personal_access_tokens', true);
