DROP TABLE company_commands;
ALTER TABLE companies DROP COLUMN tags, DROP COLUMN version, DROP COLUMN updated_at;
