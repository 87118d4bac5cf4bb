-- Of a search that is compared with an import: how many parcels that matched before were changed by it, by kind. Null for none, and while they are not counted.
ALTER TABLE watched_searches ADD COLUMN changed jsonb;
