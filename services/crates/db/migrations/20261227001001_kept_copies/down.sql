DROP FUNCTION kept(anyelement, timestamptz);
