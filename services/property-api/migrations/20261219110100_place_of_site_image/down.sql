ALTER TABLE site_images
    DROP CONSTRAINT site_images_place_whole,
    DROP COLUMN county_fips,
    DROP COLUMN lon,
    DROP COLUMN lat;
