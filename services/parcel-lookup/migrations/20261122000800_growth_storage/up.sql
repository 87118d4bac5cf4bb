-- Which folder the files of growth runs are in: the id that stands in its file `storage-id`. The first process that
-- serves writes both; a process with another folder takes no part in runs. Belongs to the installation, not to a firm.
CREATE TABLE growth_storage (
    is_only boolean NOT NULL DEFAULT true CONSTRAINT growth_storage_pkey PRIMARY KEY,
    storage_id uuid NOT NULL,
    CONSTRAINT growth_storage_single CHECK (is_only)
);
