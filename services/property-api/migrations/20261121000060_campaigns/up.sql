-- Mail to many: one campaign, a message of its own for each recipient.

CREATE TABLE campaigns (
    campaign_id uuid CONSTRAINT campaigns_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    -- the caller's name for the request: a second request of that name is the first one again
    request_key uuid,
    -- with merge fields, as written
    subject text NOT NULL,
    body text NOT NULL,
    -- of the sender, in every message
    postal_address text NOT NULL,
    created_by uuid NOT NULL,
    created_by_email text NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- when no recipient waited any more
    finished_at timestamptz,
    CONSTRAINT campaigns_of_customer_unique UNIQUE (customer_id, campaign_id),
    CONSTRAINT campaigns_request_unique UNIQUE (customer_id, request_key)
);
CREATE INDEX campaigns_of_project ON campaigns (customer_id, project_id, created_at DESC);
CALL tenant_scope('campaigns');

ALTER TABLE mails ADD COLUMN campaign_id uuid;
ALTER TABLE mails ADD CONSTRAINT mails_campaign_fkey FOREIGN KEY (customer_id, campaign_id)
    REFERENCES campaigns (customer_id, campaign_id);
CREATE INDEX mails_of_campaign ON mails (customer_id, campaign_id) WHERE campaign_id IS NOT NULL;
