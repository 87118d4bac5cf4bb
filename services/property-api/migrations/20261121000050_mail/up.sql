-- Messages that the firm sent, is sending or could not send, and who must not be written to.

CREATE TABLE mails (
    mail_id uuid CONSTRAINT mails_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid,
    project_id uuid,
    -- the caller's name for the request: a second request of that name is the first one again
    request_key uuid,
    subject text NOT NULL,
    body text NOT NULL,
    -- where answers go: the user's own address
    reply_to text NOT NULL,
    sent_by uuid NOT NULL,
    -- one-click unsubscription; only in mail to many
    unsubscribe_url text,
    -- how often the worker took it up
    attempts integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT mails_of_customer_unique UNIQUE (customer_id, mail_id),
    CONSTRAINT mails_request_unique UNIQUE (customer_id, request_key),
    CONSTRAINT mails_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CREATE INDEX mails_of_property ON mails (customer_id, property_id, created_at DESC, mail_id DESC);
CALL tenant_scope('mails');

-- One row an address: each ends by itself, whatever became of the others.
CREATE TABLE mail_recipients (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    mail_id uuid NOT NULL,
    -- lower case: what an address is compared by
    email_key text NOT NULL,
    email text NOT NULL,
    is_copy boolean NOT NULL DEFAULT false,
    -- queued → sending → sent | failed | unclear | queued; queued → suppressed; after the last attempt
    -- given_up, from where a replay of the parked job takes it up again
    status text NOT NULL DEFAULT 'queued',
    -- a sentence for people, where it did not end well
    reason text,
    -- since when a worker hands it over, in `sending`
    leased_at timestamptz,
    settled_at timestamptz,
    CONSTRAINT mail_recipients_pkey PRIMARY KEY (customer_id, mail_id, email_key),
    CONSTRAINT mail_recipients_mail_fkey FOREIGN KEY (customer_id, mail_id)
        REFERENCES mails (customer_id, mail_id),
    CONSTRAINT mail_recipients_status_known
        CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'given_up', 'unclear', 'suppressed'))
);
CREATE INDEX mail_recipients_of_address ON mail_recipients (customer_id, email_key);
CALL tenant_scope('mail_recipients');

-- Files that go with a message. No foreign key to `attachments`: a file may be deleted later, and
-- the list of what was sent still says that it was there.
CREATE TABLE mail_files (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    mail_id uuid NOT NULL,
    attachment_id uuid NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    CONSTRAINT mail_files_pkey PRIMARY KEY (customer_id, mail_id, attachment_id),
    CONSTRAINT mail_files_mail_fkey FOREIGN KEY (customer_id, mail_id)
        REFERENCES mails (customer_id, mail_id)
);
CALL tenant_scope('mail_files');

-- Addresses that asked not to be written to. Checked when a message is asked for and again when it leaves.
CREATE TABLE suppressions (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    email_key text NOT NULL,
    -- the message whose link was used
    mail_id uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT suppressions_pkey PRIMARY KEY (customer_id, email_key)
);
CALL tenant_scope('suppressions');
