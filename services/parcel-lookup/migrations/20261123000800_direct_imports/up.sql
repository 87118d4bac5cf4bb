-- Parcels of a new county are written while its file is read. A row of parcel_history for each would say no more than their batch_id.
ALTER TABLE parcel_batches
    -- its rows of parcels without one of parcel_history are new by it; listed when they are changed
    ADD COLUMN new_is_unlisted boolean NOT NULL DEFAULT false;

-- For an import that has written many parcels, before its commit: tells the planner how many there are. If autovacuum has counted
-- while they were not committed, it takes the table for empty. Only the owner of the table may.
CREATE FUNCTION count_parcels() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
BEGIN
    ANALYZE parcels (ll_uuid, county_fips);
END
$$;

-- New words are only listed, by whomever, until index_parcel_words() is called or autovacuum comes. Searches read the list: 0.2 ms for a
-- thousand parcels. With the default of 4 MB, the one who exceeds it would move all words to the index: of an import that was killed,
-- this could be a lookup. Kilobytes.
ALTER INDEX parcels_words SET (gin_pending_list_limit = 2097152);

-- Moves the listed words to the index. Only its owner may.
CREATE FUNCTION index_parcel_words() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT
    SET maintenance_work_mem = '192MB'
    AS $$
BEGIN
    PERFORM gin_clean_pending_list('parcels_words');
END
$$;
