-- Two counties may share a parcel number: an image belongs to the parcel, not to the number.
ALTER TABLE site_images DROP CONSTRAINT site_images_pkey;
ALTER TABLE site_images ADD CONSTRAINT site_images_of_parcel UNIQUE NULLS NOT DISTINCT (customer_id, parcelnumb, ll_uuid);
