DELETE FROM search_matches WHERE parcels = 0;
ALTER TABLE search_matches
    DROP CONSTRAINT search_matches_parcels,
    ADD CONSTRAINT search_matches_parcels CHECK (parcels > 0),
    DROP COLUMN changed_parcels,
    DROP COLUMN changed_owner,
    DROP COLUMN changed_sale,
    DROP COLUMN changed_zoning,
    DROP COLUMN changed_flood,
    DROP COLUMN changed_gone;
