-- The read copy of the firm's contact directory, and which of its people belong to a property.
-- main-api owns the directory; rows here follow `contact.*`.

CREATE TABLE contacts (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    contact_id uuid NOT NULL,
    first_name text NOT NULL DEFAULT '',
    last_name text NOT NULL DEFAULT '',
    title text,
    job_title text,
    email text NOT NULL DEFAULT '',
    phone_number text,
    company_name text,
    -- what `company_name` is compared by: lower case words without punctuation and legal form
    company_key text NOT NULL DEFAULT '',
    -- version that was last heard; 0 while only an answer of main-api told us of the contact
    version bigint NOT NULL,
    -- a deleted contact stays as a tombstone, so that a late event does not bring it back
    deleted_at timestamptz,
    CONSTRAINT contacts_pkey PRIMARY KEY (customer_id, contact_id)
);
CREATE INDEX contacts_company ON contacts (customer_id, company_key) WHERE deleted_at IS NULL;
CREATE INDEX contacts_last_name ON contacts (customer_id, lower(last_name)) WHERE deleted_at IS NULL;
CALL tenant_scope('contacts');

-- No foreign key to `contacts`: a link can be made before the directory's event is heard.
CREATE TABLE property_contacts (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT property_contacts_pkey PRIMARY KEY (customer_id, property_id, contact_id),
    CONSTRAINT property_contacts_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CREATE INDEX property_contacts_contact ON property_contacts (customer_id, contact_id);
CALL tenant_scope('property_contacts');
