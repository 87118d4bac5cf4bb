-- A value that was copied from a provider, null once its terms no longer allow to keep it (docs/decisions/0120). Statements that read copies
-- ask this, so that nothing is shown because housekeeping is late.
CREATE FUNCTION kept(value anyelement, keep_until timestamptz) RETURNS anyelement
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN keep_until <= now() THEN NULL ELSE value END $$;
