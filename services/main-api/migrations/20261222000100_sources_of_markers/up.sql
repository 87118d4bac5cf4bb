-- Where the facts that a marker copied came from: what its provider keeps may expire, the copy stays.
ALTER TABLE markers
    ADD COLUMN source text,
    ADD COLUMN source_licence text,
    ADD COLUMN fetched_at timestamptz;
