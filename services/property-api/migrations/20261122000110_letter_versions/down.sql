DROP TABLE letter_versions;
ALTER TABLE letter_drafts
    DROP COLUMN kept_terms,
    DROP COLUMN updated_by_name,
    DROP COLUMN editor,
    DROP COLUMN version;
DROP SEQUENCE letter_draft_versions;
