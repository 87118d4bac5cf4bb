-- Links by which a letter is read and signed without an account, what its signers did, and the evidence of it.

-- A link is for one person and one letter.
CREATE TABLE letter_links (
    link_id uuid CONSTRAINT letter_links_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    party text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    -- for whom and as what the person signs
    capacity text NOT NULL,
    -- SHA-256 of the token; the token itself is stored nowhere
    token_hash bytea NOT NULL,
    -- a second request of this key is the first one again, if its hash is the same
    request_key uuid NOT NULL,
    request_hash text NOT NULL,
    -- of the letter's PDF
    pdf_sha256 text NOT NULL,
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- of the last message with the link
    mailed_at timestamptz,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    -- how often its page was asked for, by people or scanners
    fetched integer NOT NULL DEFAULT 0,
    -- openings by a person, and those that may be a scanner's
    certain_openings integer NOT NULL DEFAULT 0,
    other_openings integer NOT NULL DEFAULT 0,
    signed_at timestamptz,
    -- what was typed, and the text that was consented to
    signature jsonb,
    declined_at timestamptz,
    decline_reason text,
    decline_text text,
    -- the person that the holder named instead, who is not the signer
    proposed_at timestamptz,
    proposed_name text,
    proposed_email text,
    -- changes asked for since `minute`
    minute timestamptz NOT NULL DEFAULT now(),
    minute_calls integer NOT NULL DEFAULT 0,
    CONSTRAINT letter_links_of_customer_unique UNIQUE (customer_id, link_id),
    CONSTRAINT letter_links_token_unique UNIQUE (token_hash),
    CONSTRAINT letter_links_request_unique UNIQUE (customer_id, request_key),
    CONSTRAINT letter_links_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id),
    CONSTRAINT letter_links_party_known CHECK (party = 'seller'),
    CONSTRAINT letter_links_signed CHECK ((signed_at IS NULL) = (signature IS NULL)),
    CONSTRAINT letter_links_one_answer CHECK (num_nonnulls(signed_at, declined_at, proposed_at) <= 1),
    CONSTRAINT letter_links_reason_known CHECK (
        decline_reason IN ('price', 'terms', 'not_for_sale', 'already_committed', 'other')
    )
);
CREATE INDEX letter_links_of_letter ON letter_links (customer_id, letter_id, link_id);
-- Also found by its token, before the firm is known.
CALL tenant_scope('letter_links', true);

-- Messages that carry a link. Their stored text has no token: it is made when the message leaves.
CREATE TABLE letter_link_mails (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    mail_id uuid NOT NULL,
    link_id uuid NOT NULL,
    -- address of the page, which the token follows
    page text NOT NULL,
    CONSTRAINT letter_link_mails_pkey PRIMARY KEY (customer_id, mail_id),
    CONSTRAINT letter_link_mails_mail_fkey FOREIGN KEY (customer_id, mail_id) REFERENCES mails (customer_id, mail_id),
    CONSTRAINT letter_link_mails_link_fkey FOREIGN KEY (customer_id, link_id)
        REFERENCES letter_links (customer_id, link_id)
);
CREATE INDEX letter_link_mails_of_link ON letter_link_mails (customer_id, link_id);
CALL tenant_scope('letter_link_mails');

-- What happened to a letter's links, append-only. Each row's hash includes the hash of the row before.
CREATE TABLE letter_evidence (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    -- from 1, without gaps
    seq integer NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL,
    link_id uuid,
    -- of the request; null of what the firm or the system did
    ip text,
    user_agent text,
    -- of the letter
    content_hash text NOT NULL,
    -- JSON as it was hashed
    detail text NOT NULL,
    prev_hash text NOT NULL,
    hash text NOT NULL,
    CONSTRAINT letter_evidence_pkey PRIMARY KEY (customer_id, letter_id, seq),
    CONSTRAINT letter_evidence_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CALL tenant_scope('letter_evidence');

CREATE FUNCTION letter_evidence_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'letter_evidence is append-only'; END $$;
CREATE TRIGGER letter_evidence_is_kept BEFORE UPDATE OR DELETE ON letter_evidence
    FOR EACH ROW EXECUTE FUNCTION letter_evidence_is_kept();

-- The sealed file of a letter that all its signers signed.
CREATE TABLE letter_seals (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    -- also the name of the file's object, so that a repeated run replaces it
    seal_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    completed_at timestamptz NOT NULL,
    -- the file; null until it is made and once it was removed
    attachment_id uuid,
    -- of the certificate, and of the sealed file, SHA-256
    fingerprint text,
    sha256 text,
    -- hash of the last evidence that the file prints
    chain_head text,
    sealed_at timestamptz,
    CONSTRAINT letter_seals_pkey PRIMARY KEY (customer_id, letter_id),
    CONSTRAINT letter_seals_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id),
    CONSTRAINT letter_seals_attachment_fkey FOREIGN KEY (attachment_id)
        REFERENCES attachments (attachment_id) ON DELETE SET NULL,
    CONSTRAINT letter_seals_state_known CHECK (state IN ('waiting', 'sealed', 'failed'))
);
CREATE INDEX letter_seals_attachment ON letter_seals (attachment_id);
CALL tenant_scope('letter_seals');
