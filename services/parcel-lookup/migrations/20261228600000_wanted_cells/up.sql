-- Cells of public services that a search wants, because its parcels are on land of which nobody has looked at the layer yet: a queue of all processes.
-- `until` is the lease of the process that asks.
ALTER TABLE site_layer_requests
    -- when a search wanted the cell last; null: only who looked at a site there did
    ADD COLUMN wanted_at timestamptz,
    -- in the order of the search: what matters most to it comes first
    ADD COLUMN place integer,
    -- how often it was asked for a search since then
    ADD COLUMN attempts integer NOT NULL DEFAULT 0,
    DROP CONSTRAINT site_layer_requests_state,
    ADD CONSTRAINT site_layer_requests_state CHECK (state IN ('wanted', 'asked', 'failed')),
    ADD CONSTRAINT site_layer_requests_wanted CHECK ((wanted_at IS NULL) = (place IS NULL));
CREATE INDEX site_layer_requests_queue ON site_layer_requests (place, wanted_at) WHERE wanted_at IS NOT NULL;
