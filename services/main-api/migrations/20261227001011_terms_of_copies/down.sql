DROP FUNCTION kept_facts(jsonb, timestamptz);
ALTER TABLE parcel_discards DROP COLUMN keep_until;
ALTER TABLE markers DROP COLUMN keep_until;
