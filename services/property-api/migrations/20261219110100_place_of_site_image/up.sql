-- Where the image was taken: two counties may have the same parcel number, and an image of a number alone is of one of them. Not
-- known of images of former versions.
ALTER TABLE site_images
    ADD COLUMN county_fips text,
    ADD COLUMN lon double precision,
    ADD COLUMN lat double precision,
    ADD CONSTRAINT site_images_place_whole CHECK ((lon IS NULL) = (lat IS NULL) AND (lon IS NOT NULL OR county_fips IS NULL));
