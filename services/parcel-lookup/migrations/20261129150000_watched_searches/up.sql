-- Saved searches that are compared with an import: those of firms that could find parcels of its counties. What a firm was told is kept
-- while the import can be undone.
CREATE TABLE watched_searches (
    batch_id bigint NOT NULL,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    search_id uuid NOT NULL,
    -- CQL2 text
    filter text NOT NULL,
    -- a GeoJSON Polygon or MultiPolygon; null for everywhere
    area jsonb,
    failures smallint NOT NULL DEFAULT 0,
    -- null while the search is to be counted
    ended_at timestamptz,
    -- parcels that newly match; null if they were not counted
    parcels bigint,
    CONSTRAINT watched_searches_pkey PRIMARY KEY (batch_id, customer_id, search_id)
);
CREATE INDEX watched_searches_due ON watched_searches (batch_id) WHERE ended_at IS NULL;
-- The serving processes count for every firm.
CALL tenant_scope('watched_searches', true);
