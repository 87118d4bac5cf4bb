-- Adjoining parcels that a firm keeps as one. What is said of a site is made of its parcels when it is read.
CREATE TABLE parcel_sites (
    -- of the firm and its parcels, whatever their order
    site_id uuid CONSTRAINT parcel_sites_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    name text,
    -- number of the first parcel and how many more there are
    parcelnumb text NOT NULL,
    -- in the order in which they were given
    members uuid[] NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT parcel_sites_number UNIQUE (customer_id, parcelnumb),
    CONSTRAINT parcel_sites_members CHECK (cardinality(members) BETWEEN 2 AND 50)
);
CALL tenant_scope('parcel_sites');
