DROP TABLE firms_with_copies;
DROP FUNCTION kept_facts(jsonb, timestamptz);
DROP FUNCTION own_or_kept(anyelement, text, text[], timestamptz);
ALTER TABLE properties DROP COLUMN keep_until;
