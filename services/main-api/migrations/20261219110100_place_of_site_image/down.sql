DROP INDEX counties_geom;
ALTER TABLE site_images DROP CONSTRAINT site_images_place_whole, DROP COLUMN lon, DROP COLUMN lat;
