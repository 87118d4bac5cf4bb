-- Firms, their people and how they sign in. Users, sessions and tokens are needed before the firm
-- of a request is known, so these tables can also be used by db::unscoped_tx.

CREATE TABLE customers (
    customer_id uuid CONSTRAINT customers_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT customers_name_unique UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT customers_name_length CHECK (char_length(name) BETWEEN 1 AND 200)
);
CALL tenant_scope('customers', true);

CREATE TABLE users (
    user_id uuid CONSTRAINT users_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT users_customer_fkey REFERENCES customers (customer_id),
    -- stored in lower case; one address signs in to one firm
    email text NOT NULL CONSTRAINT users_email_unique UNIQUE,
    fname text NOT NULL,
    lname text NOT NULL DEFAULT '',
    phone_number text,
    location text,
    bio text,
    -- file name below STORAGE_DIR/avatars/<customer>, made by us
    avatar_file text,
    avatar_type text,
    role text NOT NULL DEFAULT 'user',
    preferred_theme text NOT NULL DEFAULT 'auto',
    -- PHC string; null until an invited user chooses a password
    password_hash text,
    active boolean NOT NULL DEFAULT true,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_role_known CHECK (role IN ('admin', 'user')),
    CONSTRAINT users_theme_known CHECK (preferred_theme IN ('light', 'dark', 'auto')),
    CONSTRAINT users_email_lower CHECK (email = lower(email))
);
CREATE INDEX users_customer ON users (customer_id, lname, fname);
CALL tenant_scope('users', true);

CREATE TABLE sessions (
    session_id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
    customer_id uuid NOT NULL CONSTRAINT sessions_customer_fkey REFERENCES customers (customer_id),
    user_id uuid NOT NULL CONSTRAINT sessions_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    end_reason text
);
CREATE INDEX sessions_open_by_user ON sessions (user_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_expires ON sessions (expires_at);
CALL tenant_scope('sessions', true);

-- One row per refresh token ever given in a session: an old one that comes back ends the session.
CREATE TABLE refresh_tokens (
    token_hash bytea CONSTRAINT refresh_tokens_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    session_id uuid NOT NULL
        CONSTRAINT refresh_tokens_session_fkey REFERENCES sessions (session_id) ON DELETE CASCADE,
    issued_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
CALL tenant_scope('refresh_tokens', true);

CREATE TABLE password_resets (
    token_hash bytea CONSTRAINT password_resets_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    user_id uuid NOT NULL
        CONSTRAINT password_resets_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
);
CREATE INDEX password_resets_user ON password_resets (user_id, created_at);
CALL tenant_scope('password_resets', true);

-- Failed sign-ins and reset requests, for throttling. The key is a hash of kind and address or account, so no personal
-- data and no firm is in it.
CREATE TABLE attempts (
    attempt_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT attempts_pkey PRIMARY KEY,
    key_hash bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX attempts_key_at ON attempts (key_hash, at);

-- Outgoing mail of accounts (reset and invitation links). A row leaves when the mail is handed over.
CREATE TABLE account_mails (
    mail_id uuid CONSTRAINT account_mails_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    last_error text
);
CREATE INDEX account_mails_due ON account_mails (due_at);
CALL tenant_scope('account_mails', true);
