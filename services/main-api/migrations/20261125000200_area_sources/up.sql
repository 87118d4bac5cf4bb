-- Where imported outlines are from. Without a source, a county is that of `geography`, and a submarket of a firm is its own.
ALTER TABLE counties
    ADD COLUMN source text,
    ADD COLUMN source_licence text,
    ADD CONSTRAINT counties_licence_of_source CHECK (source IS NOT NULL OR source_licence IS NULL);
ALTER TABLE submarkets
    ADD COLUMN source text,
    ADD COLUMN source_licence text,
    ADD CONSTRAINT submarkets_licence_of_source CHECK (source IS NOT NULL OR source_licence IS NULL);
