DROP TABLE parcel_cities;
DROP FUNCTION city_key(text);
DROP INDEX parcels_address;
ALTER TABLE parcels
    DROP COLUMN words,
    ADD COLUMN search text NOT NULL GENERATED ALWAYS AS (
        upper(coalesce(address, '') || ' ' || coalesce(scity, '') || ' ' || coalesce(szip, '')
            || ' | ' || coalesce(owner, '') || ' | ' || parcelnumb)
    ) STORED;
CREATE INDEX parcels_search ON parcels USING gin (search public.gin_trgm_ops);
DROP FUNCTION parcel_words(text, text, text, text, text, text);
