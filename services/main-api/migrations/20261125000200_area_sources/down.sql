ALTER TABLE submarkets DROP COLUMN source, DROP COLUMN source_licence;
ALTER TABLE counties DROP COLUMN source, DROP COLUMN source_licence;
