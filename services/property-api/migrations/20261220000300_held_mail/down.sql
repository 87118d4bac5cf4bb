ALTER TABLE letter_link_mails DROP COLUMN makes_link;

-- The policies of the table hold for its owner too.
ALTER TABLE mail_recipients NO FORCE ROW LEVEL SECURITY;
UPDATE mail_recipients SET status = 'failed', reason = 'Undone before it left.' WHERE status = 'undone';
ALTER TABLE mail_recipients
    FORCE ROW LEVEL SECURITY,
    DROP CONSTRAINT mail_recipients_status_known,
    ADD CONSTRAINT mail_recipients_status_known
        CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'given_up', 'unclear', 'suppressed'));

DROP INDEX mails_of_sending;
ALTER TABLE mails DROP CONSTRAINT mails_held, DROP COLUMN held_until, DROP COLUMN sending_id;
