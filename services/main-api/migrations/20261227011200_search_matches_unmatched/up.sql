-- How many parcels that matched a saved search before an import match no longer. Entries of before this was counted have none.
ALTER TABLE search_matches ADD COLUMN changed_unmatched bigint NOT NULL DEFAULT 0;
