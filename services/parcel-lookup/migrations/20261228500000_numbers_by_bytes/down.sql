CREATE INDEX parcels_number_order ON parcels (parcelnumb, county_fips);

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
    EXECUTE format('CREATE INDEX %I ON %I (parcelnumb, county_fips)', part || '_parcelnumb', part);
    -- The other columns follow by autovacuum.
    EXECUTE format('ANALYZE %I (ll_uuid, county_fips, county_group, geom_3857)', part);
END
$$;

DROP INDEX parcels_parcelnumb;
ALTER INDEX parcels_number_order RENAME TO parcels_parcelnumb;
