-- The site through which the project has the parcel; null if it has the parcel itself.
ALTER TABLE parcel_change_projects
    ADD COLUMN site_id uuid,
    ADD COLUMN site_name text,
    ADD CONSTRAINT parcel_change_projects_site CHECK ((site_id IS NULL) = (site_name IS NULL));
