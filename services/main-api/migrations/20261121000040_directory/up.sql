-- The firm's contacts and companies. This service is their only writer.

CREATE TABLE contacts (
    contact_id uuid CONSTRAINT contacts_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT contacts_customer_fkey REFERENCES customers (customer_id),
    first_name text NOT NULL,
    last_name text NOT NULL,
    middle_name text,
    title text,
    job_title text,
    email text NOT NULL,
    email2 text,
    phone_number text,
    phone_number2 text,
    mobile_number text,
    fax_number text,
    address text,
    city text,
    state text,
    postal_code text,
    country text,
    notes text,
    -- comma-separated addresses
    social_media_links text,
    tags text,
    status text,
    preferred_contact_method text,
    lead_score integer,
    assigned_to text,
    gender text,
    language text,
    timezone text,
    company_name text,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contacts_by_name ON contacts (customer_id, lower(last_name), lower(first_name), contact_id);
CALL tenant_scope('contacts');

CREATE TABLE companies (
    company_id uuid CONSTRAINT companies_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT companies_customer_fkey REFERENCES customers (customer_id),
    company_name text NOT NULL,
    industry text,
    office_city text,
    office_state text,
    number_of_employees integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT companies_employees_count CHECK (number_of_employees >= 0)
);
CREATE UNIQUE INDEX companies_name_unique ON companies (customer_id, lower(company_name));
CALL tenant_scope('companies');
