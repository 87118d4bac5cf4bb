ALTER TABLE watched_searches DROP COLUMN changed;
