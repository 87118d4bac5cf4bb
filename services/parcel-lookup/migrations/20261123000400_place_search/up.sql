-- Place search by words and by distance. The trigram index, which also found letters inside words, took most of an import's time.

-- A parcel's words in capitals: as written, their parts between punctuation, and the number without punctuation; apostrophes are
-- left out. `@48` is the state. 500 characters of each column, because a lexeme has at most 2,046 bytes.
CREATE FUNCTION parcel_words(address text, city text, zip text, owner text, parcelnumb text, county_fips text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
DECLARE
    line text := replace(replace(upper(coalesce(left(address, 500), '') || ' ' || coalesce(left(city, 500), '') || ' '
        || coalesce(left(zip, 500), '') || ' ' || coalesce(left(owner, 500), '') || ' ' || parcelnumb), '''', ''), ' & ', ' ');
BEGIN
    RETURN array_to_tsvector(array_remove(string_to_array(line || ' ' || translate(line, ',.-/&#()', '        ') || ' '
        || translate(upper(parcelnumb), ' .-/', '') || ' @' || left(county_fips, 2), ' '), ''));
END
$$;

-- Also drops the trigram index.
ALTER TABLE parcels
    DROP COLUMN search,
    ADD COLUMN words tsvector NOT NULL
        GENERATED ALWAYS AS (parcel_words(address, scity, szip, owner, parcelnumb, county_fips)) STORED;
CREATE INDEX parcels_words ON parcels USING gin (words);
-- Addresses that begin with a text.
CREATE INDEX parcels_address ON parcels (upper(address) text_pattern_ops);

-- Cities of parcels, each with the bounds of its parcels: those of all its rows together. The statement that writes parcels
-- adds a row when no row has the city in these bounds. Rows are never changed, so that no writer waits for another one.
CREATE TABLE parcel_cities (
    statefp text NOT NULL,
    -- as compared: capitals without accents, hyphens, full stops and apostrophes
    city_key text NOT NULL,
    -- as a source writes it
    city text NOT NULL,
    -- degrees
    west double precision NOT NULL,
    south double precision NOT NULL,
    east double precision NOT NULL,
    north double precision NOT NULL
);
CREATE INDEX parcel_cities_key ON parcel_cities (city_key text_pattern_ops);

CREATE FUNCTION city_key(city text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN btrim(translate(upper(left(city, 200)), 'ÁÉÍÓÚÜÑ-.''', 'AEIOUUN '));

INSERT INTO parcel_cities
SELECT left(county_fips, 2), city_key(scity), max(left(scity, 200)), min(lon), min(lat), max(lon), max(lat)
FROM parcels WHERE city_key(scity) <> '' GROUP BY 1, 2;
