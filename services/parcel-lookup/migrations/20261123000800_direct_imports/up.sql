-- Parcels of a new county are written while its file is read. A row of parcel_history for each would say no more than their batch_id.
ALTER TABLE parcel_batches
    -- its rows of parcels without one of parcel_history are new by it; listed when they are changed
    ADD COLUMN new_is_unlisted boolean NOT NULL DEFAULT false;

-- Moves words that an import has only listed to the index. Only its owner may.
CREATE FUNCTION flush_parcel_words() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path FROM CURRENT
    AS $$
    SELECT gin_clean_pending_list('parcels_words')
$$;
