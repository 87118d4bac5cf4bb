ALTER TABLE markers DROP COLUMN source, DROP COLUMN source_licence, DROP COLUMN fetched_at;
