-- Secret addresses of feeds. Read before the firm of the request is known, so the table can also be used by db::unscoped_tx.
CREATE TABLE parcel_feeds (
    user_id uuid CONSTRAINT parcel_feeds_pkey PRIMARY KEY
        CONSTRAINT parcel_feeds_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    -- SHA-256 of the token in the address, which is not stored
    token_hash bytea NOT NULL CONSTRAINT parcel_feeds_token_unique UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
);
CALL tenant_scope('parcel_feeds', true);
