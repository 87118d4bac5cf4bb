-- Where the image was taken: two counties may have the same parcel number, and an image without an identity is of one of them.
ALTER TABLE site_images
    ADD COLUMN lon double precision,
    ADD COLUMN lat double precision,
    ADD CONSTRAINT site_images_place_whole CHECK ((lon IS NULL) = (lat IS NULL));

-- Which county a point lies in.
CREATE INDEX counties_geom ON counties USING gist (geom);

-- Saved images were taken at the markers of their parcel, where all of these are in one place (20 km). The policies of
-- these tables hold for their owner too.
ALTER TABLE markers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE site_images NO FORCE ROW LEVEL SECURITY;
UPDATE site_images AS image SET lon = marker.lon, lat = marker.lat
FROM (
    SELECT customer_id, parcelnumb, ll_uuid, min(lon) AS lon, min(lat) AS lat FROM markers
    GROUP BY customer_id, parcelnumb, ll_uuid
    HAVING max(lon) - min(lon) < 0.2 AND max(lat) - min(lat) < 0.2
) AS marker
WHERE marker.customer_id = image.customer_id AND marker.parcelnumb = image.parcelnumb
    AND marker.ll_uuid IS NOT DISTINCT FROM image.ll_uuid;
ALTER TABLE markers FORCE ROW LEVEL SECURITY;
ALTER TABLE site_images FORCE ROW LEVEL SECURITY;
