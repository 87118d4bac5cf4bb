DROP INDEX letters_of_project;
CREATE INDEX letters_of_project ON letters (customer_id, project_id, year DESC, serial DESC, letter_version DESC);
ALTER TABLE letters DROP COLUMN words;
