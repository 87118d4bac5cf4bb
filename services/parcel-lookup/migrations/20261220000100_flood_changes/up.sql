-- Changes of flood layers that gave parcels another flood zone. They are told as imports of parcels are, and numbered with them.
CREATE TABLE flood_changes (
    batch_id bigint NOT NULL DEFAULT nextval('parcel_batches_batch_id_seq') CONSTRAINT flood_changes_pkey PRIMARY KEY,
    -- of the layer, and whether it was removed
    source text NOT NULL,
    source_date date,
    -- of its parcels
    counties text[] NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- since when firms are asked which of the parcels they hold
    announced_at timestamptz
);

-- Parcels whose flood zone was and is known, and is another one.
CREATE TABLE flood_change_parcels (
    batch_id bigint NOT NULL
        CONSTRAINT flood_change_parcels_batch_id_fkey REFERENCES flood_changes (batch_id) ON DELETE CASCADE,
    ll_uuid uuid NOT NULL,
    -- its inner point on the map, and the cell of flood_cells that has it
    x integer NOT NULL,
    y integer NOT NULL,
    point geometry(Point, 3857) NOT NULL,
    -- as in flood_cells; null where the county's record decided
    standing_before smallint,
    standing_after smallint,
    zone_before text NOT NULL,
    zone_after text NOT NULL,
    CONSTRAINT flood_change_parcels_pkey PRIMARY KEY (batch_id, ll_uuid)
);
-- Filters look the zone up in it by the cell, as in flood_cells.
CREATE INDEX flood_change_parcels_x_y ON flood_change_parcels (batch_id, x, y);
