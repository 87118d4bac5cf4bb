-- How many parcels that matched a saved search before an import were changed by it: all of them, and by kind. A parcel can be of several kinds.
ALTER TABLE search_matches
    ADD COLUMN changed_parcels bigint NOT NULL DEFAULT 0,
    ADD COLUMN changed_owner bigint NOT NULL DEFAULT 0,
    ADD COLUMN changed_sale bigint NOT NULL DEFAULT 0,
    ADD COLUMN changed_zoning bigint NOT NULL DEFAULT 0,
    ADD COLUMN changed_flood bigint NOT NULL DEFAULT 0,
    -- split, merged or retired
    ADD COLUMN changed_gone bigint NOT NULL DEFAULT 0,
    DROP CONSTRAINT search_matches_parcels,
    ADD CONSTRAINT search_matches_parcels CHECK (parcels >= 0 AND changed_parcels >= 0 AND parcels + changed_parcels > 0);
