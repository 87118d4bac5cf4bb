-- The name that a message comes from, as it was when the message was asked for. Nothing: the installation's own.
ALTER TABLE mails ADD COLUMN sender_name text;
