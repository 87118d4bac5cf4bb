-- Letters of intent that have a number: made many at once by a job, approved, sent, answered. Drafts of the editor and the
-- versions of its PDFs stay in letter_drafts and letter_versions.

-- One row of a firm that has other settings than the usual ones.
CREATE TABLE letter_settings (
    customer_id uuid CONSTRAINT letter_settings_pkey PRIMARY KEY DEFAULT app_customer_id(),
    -- letters above need another person, US dollars; null: none do
    letter_threshold numeric(14, 2),
    -- letters of jobs that sum to more do too
    job_threshold numeric(14, 2),
    approver_may_be_author boolean NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    updated_by_name text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CALL tenant_scope('letter_settings');

-- The last serial of a year. A row, not a sequence: a transaction that is rolled back leaves no gap.
CREATE TABLE letter_counters (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    year integer NOT NULL,
    last_serial integer NOT NULL,
    CONSTRAINT letter_counters_pkey PRIMARY KEY (customer_id, year)
);
CALL tenant_scope('letter_counters');

-- Letters that were asked for together.
CREATE TABLE letter_jobs (
    job_id uuid CONSTRAINT letter_jobs_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    -- a second request of this key is the first one again, if its hash is the same
    request_key uuid NOT NULL,
    request_hash text NOT NULL,
    -- the firm and the person who signs, as the letters print them
    sender jsonb NOT NULL,
    -- properties without a letter, and why
    skipped jsonb NOT NULL DEFAULT '[]',
    letters integer NOT NULL DEFAULT 0,
    made integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_by_email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- when the last letter was made or given up
    finished_at timestamptz,
    CONSTRAINT letter_jobs_of_customer_unique UNIQUE (customer_id, job_id),
    CONSTRAINT letter_jobs_request_unique UNIQUE (customer_id, request_key),
    CONSTRAINT letter_jobs_counts CHECK (made >= 0 AND failed >= 0 AND made + failed <= letters)
);
CREATE INDEX letter_jobs_of_project ON letter_jobs (customer_id, project_id, created_at DESC);
CALL tenant_scope('letter_jobs');

CREATE TABLE letters (
    -- also the name of the PDF's object, so that a letter that is made again replaces it
    letter_id uuid CONSTRAINT letters_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    job_id uuid NOT NULL,
    -- place in the job
    ordinal integer NOT NULL,
    project_id uuid NOT NULL,
    property_id uuid NOT NULL,
    -- of the number
    year integer NOT NULL,
    serial integer NOT NULL,
    letter_version integer NOT NULL DEFAULT 1,
    -- as it is written: LOI-2026-0042
    number text NOT NULL,
    template_version text NOT NULL,
    -- of the property when the letter was made
    parcel_number text NOT NULL,
    address text,
    city text,
    owner_name text,
    -- US dollars
    price numeric(14, 2) NOT NULL,
    status text NOT NULL DEFAULT 'draft',
    -- sanitised before it is stored
    html text NOT NULL,
    -- typed values by term, and what the letter says of each
    terms jsonb NOT NULL,
    texts jsonb NOT NULL,
    report jsonb NOT NULL,
    -- SHA-256 of template version, terms and html
    content_hash text NOT NULL,
    pdf_state text NOT NULL DEFAULT 'waiting',
    -- the PDF; null until it is made and once it was removed
    attachment_id uuid,
    approved_by uuid,
    approved_by_name text,
    approved_at timestamptz,
    sent_at timestamptz,
    expires_at timestamptz,
    withdrawn_at timestamptz,
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT letters_of_customer_unique UNIQUE (customer_id, letter_id),
    CONSTRAINT letters_number_unique UNIQUE (customer_id, year, serial, letter_version),
    CONSTRAINT letters_ordinal_unique UNIQUE (customer_id, job_id, ordinal),
    CONSTRAINT letters_job_fkey FOREIGN KEY (customer_id, job_id) REFERENCES letter_jobs (customer_id, job_id),
    CONSTRAINT letters_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT letters_attachment_fkey FOREIGN KEY (attachment_id)
        REFERENCES attachments (attachment_id) ON DELETE SET NULL,
    CONSTRAINT letters_status_known CHECK (
        status IN ('draft', 'approved', 'sent', 'opened', 'countered', 'signed', 'declined', 'expired')
    ),
    CONSTRAINT letters_pdf_state_known CHECK (pdf_state IN ('waiting', 'made', 'failed')),
    CONSTRAINT letters_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL))
);
CREATE INDEX letters_of_project ON letters (customer_id, project_id, year DESC, serial DESC, letter_version DESC);
CREATE INDEX letters_of_property ON letters (customer_id, property_id);
CREATE INDEX letters_attachment ON letters (attachment_id);
CALL tenant_scope('letters');

-- What happened to a letter, append-only.
CREATE TABLE letter_events (
    event_id uuid CONSTRAINT letter_events_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    kind text NOT NULL,
    -- null: the system
    actor_id uuid,
    actor_name text,
    note text,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT letter_events_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CREATE INDEX letter_events_of_letter ON letter_events (customer_id, letter_id, created_at, event_id);
CALL tenant_scope('letter_events');

-- Messages that carry a letter; the last one counts.
CREATE TABLE letter_mails (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    mail_id uuid NOT NULL,
    letter_id uuid NOT NULL,
    CONSTRAINT letter_mails_pkey PRIMARY KEY (customer_id, mail_id),
    CONSTRAINT letter_mails_mail_fkey FOREIGN KEY (customer_id, mail_id) REFERENCES mails (customer_id, mail_id),
    CONSTRAINT letter_mails_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CREATE INDEX letter_mails_of_letter ON letter_mails (customer_id, letter_id);
CALL tenant_scope('letter_mails');

-- Requests to send letters: a second request of a key is the first one again, if its hash is the same.
CREATE TABLE letter_sends (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    request_key uuid NOT NULL,
    request_hash text NOT NULL,
    answer jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT letter_sends_pkey PRIMARY KEY (customer_id, request_key)
);
CALL tenant_scope('letter_sends');
