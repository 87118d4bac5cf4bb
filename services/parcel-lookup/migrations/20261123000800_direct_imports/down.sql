DROP FUNCTION index_parcel_words();
ALTER INDEX parcels_words RESET (gin_pending_list_limit);
DROP FUNCTION count_parcels();

INSERT INTO parcel_history (batch_id, ll_uuid, county_fips, what)
SELECT batch_id, ll_uuid, county_fips, 'new'
FROM parcels JOIN parcel_batches USING (batch_id)
WHERE new_is_unlisted AND undone_at IS NULL AND history_pruned_at IS NULL
ON CONFLICT (batch_id, ll_uuid) DO NOTHING;
ALTER TABLE parcel_batches DROP COLUMN new_is_unlisted;
