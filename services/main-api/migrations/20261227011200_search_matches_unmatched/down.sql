ALTER TABLE search_matches DROP COLUMN changed_unmatched;
