-- What a change of flood layers changed of parcels that a firm holds, with the sites of the firm that have them, kept as told. $1 the change, $2 the parcels, $3 the
-- groups of its counties.
INSERT INTO told_parcel_changes (batch_id, ll_uuid, data)
SELECT layers.batch_id, p.ll_uuid, jsonb_build_object(
    'll_uuid', p.ll_uuid, 'county_fips', p.county_fips, 'parcelnumb', p.parcelnumb, 'address', p.address,
    'changes', jsonb_build_array(jsonb_build_object('fact', 'flood_zone', 'before', of_parcel.zone_before, 'after', of_parcel.zone_after)),
    'batch_id', layers.batch_id, 'is_undone', false, 'source', layers.source, 'source_date', layers.source_date,
    'changed_at', layers.changed_at, 'sites', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('site_id', s.site_id, 'name', s.name, 'parcelnumb', s.parcelnumb) ORDER BY s.parcelnumb), '[]')
        FROM parcel_sites AS s WHERE p.ll_uuid = ANY (s.members)))
FROM flood_changes AS layers
    JOIN flood_change_parcels AS of_parcel ON of_parcel.batch_id = layers.batch_id AND of_parcel.ll_uuid = ANY ($2)
    JOIN parcels AS p ON p.ll_uuid = of_parcel.ll_uuid AND p.county_group = ANY ($3)
WHERE layers.batch_id = $1
ON CONFLICT DO NOTHING
RETURNING ll_uuid, data
