-- Saved site pictures, and calls to the operator's webhook.

CREATE TABLE site_images (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    parcelnumb text NOT NULL,
    ll_uuid uuid,
    -- file name below STORAGE_DIR/site-images/<customer>, made by us
    file_name text NOT NULL,
    content_type text NOT NULL,
    -- hexadecimal SHA-256 of the file
    sha256 text NOT NULL,
    source text NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT site_images_pkey PRIMARY KEY (customer_id, parcelnumb)
);
CALL tenant_scope('site_images');

CREATE TABLE webhook_deliveries (
    delivery_id uuid CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    -- 'live' or 'test': which of the operator's two addresses
    target text NOT NULL CONSTRAINT webhook_deliveries_target_known CHECK (target IN ('live', 'test')),
    kind text NOT NULL,
    payload jsonb NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    failed_at timestamptz,
    last_error text
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE delivered_at IS NULL AND failed_at IS NULL;
-- The delivery worker serves every firm.
CALL tenant_scope('webhook_deliveries', true);
