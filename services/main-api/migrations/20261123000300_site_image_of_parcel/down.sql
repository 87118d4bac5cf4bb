-- The first image of each number stays; the files of the others are left on the disk.
DELETE FROM site_images AS later USING site_images AS first
    WHERE first.customer_id = later.customer_id AND first.parcelnumb = later.parcelnumb
        AND (first.saved_at, first.file_name) < (later.saved_at, later.file_name);
ALTER TABLE site_images DROP CONSTRAINT site_images_of_parcel;
ALTER TABLE site_images ADD CONSTRAINT site_images_pkey PRIMARY KEY (customer_id, parcelnumb);
