-- How many parcels newly matched saved searches after imports, as parcel-lookup told it. Numbered with the changes of parcels, so that
-- what a person has read or was mailed is one number for both.
CREATE TABLE search_matches (
    match_id bigint NOT NULL DEFAULT nextval('parcel_changes_change_id_seq') CONSTRAINT search_matches_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    search_id uuid NOT NULL
        CONSTRAINT search_matches_search_fkey REFERENCES saved_searches (search_id) ON DELETE CASCADE,
    -- at least one
    parcels bigint NOT NULL,
    -- the import of parcel-lookup, and whether this tells that it was undone
    batch_id bigint NOT NULL,
    is_undone boolean NOT NULL,
    -- false for an undone import of whose matches nobody has heard
    is_shown boolean NOT NULL,
    source text NOT NULL,
    source_date date,
    -- when the import was switched in or undone
    changed_at timestamptz NOT NULL,
    told_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT search_matches_once UNIQUE (customer_id, batch_id, is_undone, search_id),
    CONSTRAINT search_matches_parcels CHECK (parcels > 0)
);
CREATE INDEX search_matches_newest ON search_matches (customer_id, match_id DESC);
CREATE INDEX search_matches_search ON search_matches (search_id);
CALL tenant_scope('search_matches');
