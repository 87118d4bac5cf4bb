-- Browsers and networks from which a user signed in before. Wrong passwords of strangers do not keep out who comes from
-- one of them. The key is a hash of the browser's token, or of address and network.
CREATE TABLE known_places (
    user_id uuid NOT NULL
        CONSTRAINT known_places_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    key_hash bytea NOT NULL,
    customer_id uuid NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT known_places_pkey PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX known_places_seen ON known_places (seen_at);
CALL tenant_scope('known_places', true);
