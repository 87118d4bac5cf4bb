-- Land that several parcels of a county are on, such as condominiums: their value per acre is that of the land (docs/decisions/0114).
ALTER TABLE parcels
    -- parcels on it that are not retired; NULL, as the others, if it has land of its own. Of a retired parcel as it was
    ADD COLUMN shared_by integer,
    -- sums of theirs, US dollars; NULL if one is unknown
    ADD COLUMN shared_parval numeric,
    ADD COLUMN shared_landval numeric,
    -- the largest area of theirs
    ADD COLUMN shared_acres numeric;

-- Of bought parcels it is read, not kept.
CREATE INDEX licensed_parcels_point ON licensed_parcels (customer_id, lon, lat);

-- For who has written parcels, in the same transaction: notes the shared land of a partition, or of `parcels`. Of counties, with the groups that they
-- can be in (NULL: of all), or only at points.
CREATE FUNCTION note_shared_land(part regclass, counties text[], groups text[], lons double precision[], lats double precision[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path FROM CURRENT
    -- One pass without temporary files over the points of a million parcels.
    SET work_mem = '64MB'
    -- Of rows that were just written there are no statistics: as if they were few, each would be compared with all shared lands.
    SET enable_nestloop = off
    SET enable_mergejoin = off
    AS $$
DECLARE
    chosen text := 'p.retired_at IS NULL'
        || CASE WHEN counties IS NULL THEN '' ELSE ' AND p.county_fips = ANY ($1) AND p.county_group = ANY ($2)' END
        || CASE WHEN lons IS NULL THEN '' ELSE ' AND p.geom_3857 && $3 AND (p.lon, p.lat) IN (SELECT * FROM unnest($4, $5))' END;
    around geometry := (SELECT ST_Expand(ST_SetSRID(ST_Extent(map_point(lon, lat))::geometry, 3857), 1)
        FROM unnest(lons, lats) AS point (lon, lat));
    changed bigint;
BEGIN
    LOOP
        EXECUTE format($sql$
            WITH lots AS MATERIALIZED (
                SELECT p.county_fips, p.lon, p.lat FROM %1$s AS p WHERE %2$s GROUP BY 1, 2, 3 HAVING count(*) > 1
            ), lands AS MATERIALIZED (
                -- A value of 0 is unknown.
                SELECT p.county_fips, p.lon, p.lat, count(*)::integer AS parcels,
                    CASE WHEN count(nullif(p.parval, 0)) = count(*) THEN sum(p.parval) END AS parval,
                    CASE WHEN count(nullif(p.landval, 0)) = count(*) THEN sum(p.landval) END AS landval,
                    max(p.ll_gisacre) AS acres
                FROM %1$s AS p JOIN lots USING (county_fips, lon, lat) WHERE %2$s GROUP BY 1, 2, 3
            ), noted AS MATERIALIZED (
                SELECT p.ll_uuid, p.county_group, lands.parcels, lands.parval, lands.landval, lands.acres
                FROM %1$s AS p LEFT JOIN lands USING (county_fips, lon, lat)
                WHERE %2$s AND (p.shared_by, p.shared_parval, p.shared_landval, p.shared_acres)
                    IS DISTINCT FROM (lands.parcels, lands.parval, lands.landval, lands.acres)
            )
            UPDATE %1$s AS p SET shared_by = noted.parcels, shared_parval = noted.parval, shared_landval = noted.landval,
                shared_acres = noted.acres
            FROM noted WHERE %2$s AND p.ll_uuid = noted.ll_uuid AND p.county_group = noted.county_group
            $sql$, part, chosen)
        USING counties, groups, around, lons, lats;
        GET DIAGNOSTICS changed = ROW_COUNT;
        -- Rows for which this one waited may be of another writer, who saw other parcels at the points.
        EXIT WHEN changed = 0 OR lons IS NULL;
    END LOOP;
END
$$;

DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'parcels'::regclass LOOP
        PERFORM note_shared_land(part, NULL, NULL, NULL, NULL);
    END LOOP;
END
$$;
