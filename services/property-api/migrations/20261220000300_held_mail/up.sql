-- Messages are held for a while before they leave. What a person sent at once is taken back at once until then.

ALTER TABLE mails
    -- what was sent at once; null: not held
    ADD COLUMN sending_id uuid,
    ADD COLUMN held_until timestamptz,
    ADD CONSTRAINT mails_held CHECK ((sending_id IS NULL) = (held_until IS NULL));
CREATE INDEX mails_of_sending ON mails (customer_id, sending_id) WHERE sending_id IS NOT NULL;

-- Also queued → undone, while the message is held.
ALTER TABLE mail_recipients
    DROP CONSTRAINT mail_recipients_status_known,
    ADD CONSTRAINT mail_recipients_status_known
        CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'given_up', 'unclear', 'suppressed', 'undone'));

ALTER TABLE letter_link_mails
    -- the link was made to be sent with this message
    ADD COLUMN makes_link boolean NOT NULL DEFAULT false;
