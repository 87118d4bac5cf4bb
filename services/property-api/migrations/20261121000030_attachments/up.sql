-- Files of a property. The bytes are in the object store under <customer_id>/<attachment_id>; a row
-- is written only after they are in place, and an object without a row is swept away.

CREATE TABLE attachments (
    attachment_id uuid CONSTRAINT attachments_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    project_id uuid,
    -- what clients call it; made by us, its last segment is the name
    path text NOT NULL,
    name text NOT NULL,
    -- 1 for the first file of a name, one more for each later one
    version integer NOT NULL,
    -- bytes
    size bigint NOT NULL,
    content_type text NOT NULL,
    uploaded_by uuid NOT NULL,
    uploaded_by_email text NOT NULL,
    uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT attachments_path_unique UNIQUE (customer_id, path),
    CONSTRAINT attachments_version_unique UNIQUE (customer_id, property_id, name, version),
    CONSTRAINT attachments_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT attachments_size_not_negative CHECK (size >= 0)
);
CALL tenant_scope('attachments');

-- Highest version that a name ever had, so that deleting a file does not free its number.
CREATE TABLE attachment_names (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    name text NOT NULL,
    last_version integer NOT NULL,
    CONSTRAINT attachment_names_pkey PRIMARY KEY (customer_id, property_id, name),
    CONSTRAINT attachment_names_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CALL tenant_scope('attachment_names');
