-- Adding a parcel to a project ends the project's discard of it. A batch remembers which discards it ended, so that undoing it brings them back.
ALTER TABLE parcel_discards
    ADD COLUMN ended_by_batch uuid
        CONSTRAINT parcel_discards_batch_fkey REFERENCES marker_batches (batch_id) ON DELETE SET NULL,
    ADD CONSTRAINT parcel_discards_ended_is_undone CHECK (ended_by_batch IS NULL OR undone_at IS NOT NULL);
CREATE INDEX parcel_discards_of_batch ON parcel_discards (ended_by_batch) WHERE ended_by_batch IS NOT NULL;

-- Parcels that were discarded first and added later. The policies of these tables hold for their owner too.
ALTER TABLE parcel_discards NO FORCE ROW LEVEL SECURITY;
ALTER TABLE markers NO FORCE ROW LEVEL SECURITY;
UPDATE parcel_discards AS d SET undone_at = now(), undone_by = m.created_by
FROM markers AS m
WHERE d.undone_at IS NULL AND m.project_id = d.project_id AND m.ll_uuid = d.ll_uuid;
-- A marker without identity means the parcel of its number.
UPDATE parcel_discards AS d SET undone_at = now(), undone_by = m.created_by
FROM markers AS m
WHERE d.undone_at IS NULL AND m.project_id = d.project_id AND m.ll_uuid IS NULL
    AND m.parcelnumb = d.facts ->> 'parcelnumb' AND (m.county_fips IS NULL OR m.county_fips = d.facts ->> 'county_fips');
ALTER TABLE markers FORCE ROW LEVEL SECURITY;
ALTER TABLE parcel_discards FORCE ROW LEVEL SECURITY;
