-- Imports as batches: what each one did, and the rows before it, so that it can be undone and
-- compared. No foreign keys to parcel_batches: checking them would cost an import a tenth of its
-- time, and a batch that has written rows is never deleted.
CREATE TABLE parcel_batches (
    batch_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT parcel_batches_pkey PRIMARY KEY,
    kind text NOT NULL,
    source text NOT NULL,
    licence text,
    -- of the file, as the operator said, else its modification date; null for generated parcels
    source_date date,
    -- names without folders, and the hash of each
    files text[] NOT NULL,
    sha256 text[] NOT NULL DEFAULT '{}',
    -- a part of its counties: retires nothing
    is_partial boolean NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    -- null while the import runs, and for ever if it was killed
    finished_at timestamptz,
    -- user of the operating system
    imported_by text NOT NULL,
    program_version text NOT NULL,
    counties text[] NOT NULL DEFAULT '{}',
    rows_read bigint NOT NULL DEFAULT 0,
    rows_rejected bigint NOT NULL DEFAULT 0,
    parcels_new bigint NOT NULL DEFAULT 0,
    parcels_changed bigint NOT NULL DEFAULT 0,
    parcels_unchanged bigint NOT NULL DEFAULT 0,
    parcels_returned bigint NOT NULL DEFAULT 0,
    parcels_retired bigint NOT NULL DEFAULT 0,
    undone_at timestamptz,
    undone_by text,
    -- its rows of parcel_history were deleted, at least those of one county
    history_pruned_at timestamptz,
    CONSTRAINT parcel_batches_kind CHECK (kind IN ('import', 'sample')),
    CONSTRAINT parcel_batches_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
    CONSTRAINT parcel_batches_undone_finished CHECK (undone_at IS NULL OR finished_at IS NOT NULL)
);
CREATE INDEX parcel_batches_counties ON parcel_batches USING gin (counties);

-- What a batch did to a parcel, and the row before. The key has no county, because the table is
-- read by batch.
CREATE TABLE parcel_history (
    batch_id bigint NOT NULL,
    ll_uuid uuid NOT NULL,
    county_fips text NOT NULL,
    what text NOT NULL,
    -- the columns of the row before except version, outline and what is generated; null for new
    before jsonb,
    geom geometry(MultiPolygon, 4326),
    CONSTRAINT parcel_history_pkey PRIMARY KEY (batch_id, ll_uuid),
    CONSTRAINT parcel_history_what CHECK (what IN ('new', 'changed', 'retired', 'returned')),
    CONSTRAINT parcel_history_before CHECK ((what = 'new') = (before IS NULL) AND (what = 'new') = (geom IS NULL))
);

ALTER TABLE parcels
    -- whose data the row has; null for a provider's row, and for those older than batches
    ADD COLUMN batch_id bigint,
    -- since when its county's files no longer have it, and the batch that said so
    ADD COLUMN retired_at timestamptz,
    ADD COLUMN retired_by bigint,
    ADD CONSTRAINT parcels_retired CHECK ((retired_at IS NULL) = (retired_by IS NULL));
-- A county's file is compared with the parcels of its county.
CREATE INDEX parcels_county_fips ON parcels (county_fips);
