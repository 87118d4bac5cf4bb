DROP TABLE value_edits;
DROP INDEX deals_tagged;
ALTER TABLE deals DROP COLUMN tag_keys, DROP COLUMN tags;
DROP FUNCTION tag_keys(text);
