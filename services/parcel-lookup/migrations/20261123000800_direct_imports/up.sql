-- Parcels of a new county are written while its file is read. A row of parcel_history for each would say no more than their batch_id.
ALTER TABLE parcel_batches
    -- its rows of parcels without one of parcel_history are new by it; listed when they are changed
    ADD COLUMN new_is_unlisted boolean NOT NULL DEFAULT false;

-- For an import that has written many parcels. Only the owner of the table may do both.
-- Before its commit: tells the planner how many parcels there are. If autovacuum has counted while they were not committed, it takes
-- the table for empty.
CREATE FUNCTION count_parcels() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
BEGIN
    ANALYZE parcels (ll_uuid, county_fips);
END
$$;

-- After its commit: moves the words that it has only listed to the index.
CREATE FUNCTION index_parcel_words() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
BEGIN
    PERFORM gin_clean_pending_list('parcels_words');
    ANALYZE parcels;
END
$$;
