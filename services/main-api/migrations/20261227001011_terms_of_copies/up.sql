-- Until when a provider's terms allow to keep what was copied of its facts; NULL: no period is stated (docs/decisions/0120).
ALTER TABLE markers ADD COLUMN keep_until timestamptz;
CREATE INDEX markers_keep_until ON markers (customer_id, keep_until) WHERE keep_until IS NOT NULL;
ALTER TABLE parcel_discards ADD COLUMN keep_until timestamptz;
CREATE INDEX parcel_discards_keep_until ON parcel_discards (customer_id, keep_until) WHERE keep_until IS NOT NULL;

-- The facts of a discard. Once their terms have ended: which parcel it is, where they were from, and what a layer of another source says.
CREATE FUNCTION kept_facts(facts jsonb, keep_until timestamptz) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
SELECT CASE WHEN keep_until <= now() THEN
    (SELECT jsonb_object_agg(fact.key, fact.value) FROM jsonb_each(facts) AS fact
     WHERE fact.key IN ('ll_uuid', 'county_fips', 'parcelnumb', 'lon', 'lat', 'source', 'source_licence', 'fetched_at', 'source_date',
            'keep_until', 'is_sample', 'retired_at', 'site')
        OR fact.key = 'flood' AND fact.value ->> 'from' = 'layer')
    ELSE facts END
$$;
