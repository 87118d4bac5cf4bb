-- Parcel numbers are found by equality, so that their index needs no language's order. By their bytes they are compared, and an import's index
-- is sorted, in less time.
CREATE INDEX parcels_number_bytes ON parcels (parcelnumb text_pattern_ops, county_fips text_pattern_ops);

CREATE OR REPLACE FUNCTION index_county_parcels(county text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET maintenance_work_mem = '256MB'
    AS $$
DECLARE
    part text := 'parcels_' || county;
BEGIN
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (ll_uuid, county_group)', part, part || '_pkey');
    EXECUTE format('CREATE INDEX %I ON %I USING gist (geom_3857)', part || '_geom_3857', part);
    EXECUTE format('CREATE INDEX %I ON %I (parcelnumb text_pattern_ops, county_fips text_pattern_ops)', part || '_parcelnumb', part);
    -- The other columns follow by autovacuum.
    EXECUTE format('ANALYZE %I (ll_uuid, county_fips, county_group, geom_3857)', part);
END
$$;

-- Afterwards, so that lookups wait only for this.
DROP INDEX parcels_parcelnumb;
ALTER INDEX parcels_number_bytes RENAME TO parcels_parcelnumb;
