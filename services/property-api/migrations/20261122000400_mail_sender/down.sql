ALTER TABLE mails DROP COLUMN sender_name;
