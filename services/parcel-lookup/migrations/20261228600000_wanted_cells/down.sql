DROP INDEX site_layer_requests_queue;
DELETE FROM site_layer_requests WHERE state = 'wanted';
ALTER TABLE site_layer_requests
    DROP CONSTRAINT site_layer_requests_wanted,
    DROP CONSTRAINT site_layer_requests_state,
    ADD CONSTRAINT site_layer_requests_state CHECK (state IN ('asked', 'failed')),
    DROP COLUMN attempts,
    DROP COLUMN place,
    DROP COLUMN wanted_at;
