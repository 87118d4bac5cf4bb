ALTER TABLE value_edits DROP COLUMN before_text, DROP COLUMN after_text;
