-- Until when a provider's terms allow to keep what was copied of its facts; NULL: no period is stated (docs/decisions/0120).
ALTER TABLE properties ADD COLUMN keep_until timestamptz;
CREATE INDEX properties_keep_until ON properties (customer_id, keep_until) WHERE keep_until IS NOT NULL;

-- A value that the firm may have set itself; then it is the firm's own, and stays.
CREATE FUNCTION own_or_kept(value anyelement, field text, edited text[], keep_until timestamptz) RETURNS anyelement
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN field = ANY (edited) THEN value ELSE kept(value, keep_until) END $$;

-- The facts of a property; once their terms have ended, where they were from.
CREATE FUNCTION kept_facts(facts jsonb, keep_until timestamptz) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
SELECT CASE WHEN keep_until <= now() THEN
    jsonb_strip_nulls(jsonb_build_object('source_licence', facts -> 'source_licence', 'source_date', facts -> 'source_date',
        'fetched_at', facts -> 'fetched_at', 'members', facts -> 'members'))
    ELSE facts END
$$;

-- Firms that have copies of a licensed provider's facts. Housekeeping reads it for all firms.
CREATE TABLE firms_with_copies (
    customer_id uuid NOT NULL DEFAULT app_customer_id() CONSTRAINT firms_with_copies_pkey PRIMARY KEY
);
CALL tenant_scope('firms_with_copies', true);

-- Regrid's terms may be stated later than its facts were copied. The policies of the tables hold for their owner too.
ALTER TABLE properties NO FORCE ROW LEVEL SECURITY;
ALTER TABLE firms_with_copies NO FORCE ROW LEVEL SECURITY;
INSERT INTO firms_with_copies (customer_id) SELECT DISTINCT customer_id FROM properties WHERE source = 'Regrid';
ALTER TABLE firms_with_copies FORCE ROW LEVEL SECURITY;
ALTER TABLE properties FORCE ROW LEVEL SECURITY;
