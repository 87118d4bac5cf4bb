-- Of the parcels of the area, a run judges those that match; null judges all.
ALTER TABLE search_runs
    -- CQL2 text
    ADD COLUMN filter text,
    ADD CONSTRAINT search_runs_filter_length CHECK (char_length(filter) BETWEEN 1 AND 8000);
