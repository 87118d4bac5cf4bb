DROP INDEX deal_tasks_done;
DROP FUNCTION find_records(text, text[], integer);
DROP POLICY search ON mails;
DROP POLICY search ON attachments;
DROP POLICY search ON deal_notes;
DROP INDEX mails_newest, mails_inside, attachments_newest, attachments_inside, deal_notes_newest, deal_notes_inside;
DROP TRIGGER mails_keep_addresses ON mail_recipients;
DROP FUNCTION mails_keep_addresses();
ALTER TABLE mails DROP COLUMN addresses;
