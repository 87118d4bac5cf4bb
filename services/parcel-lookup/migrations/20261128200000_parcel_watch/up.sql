-- Imports that main-api was told of, so that each is compared once.
CREATE TABLE announced_batches (
    batch_id bigint CONSTRAINT announced_batches_pkey PRIMARY KEY,
    announced_at timestamptz NOT NULL DEFAULT now(),
    -- since when the firms that were told of its changes are told that it was undone
    undo_announced_at timestamptz
);
-- Those of before are no news.
INSERT INTO announced_batches (batch_id, undo_announced_at)
SELECT batch_id, undone_at FROM parcel_batches WHERE finished_at IS NOT NULL;

-- What firms were told of the parcels that they hold: the data of `parcel.changed`. Kept while the batch can be undone, because
-- undoing it is told by the same changes reversed.
CREATE TABLE told_parcel_changes (
    batch_id bigint NOT NULL,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    ll_uuid uuid NOT NULL,
    data jsonb NOT NULL,
    CONSTRAINT told_parcel_changes_pkey PRIMARY KEY (batch_id, customer_id, ll_uuid)
);
-- The serving processes tell every firm.
CALL tenant_scope('told_parcel_changes', true);
