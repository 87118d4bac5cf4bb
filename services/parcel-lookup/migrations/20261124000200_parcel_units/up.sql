-- Units of a parcel, such as condominiums: the rows of a tax roll that name one parcel. No foreign keys, as for parcel_history. A unit
-- that a later roll changes or no longer has stays, marked, as long as that batch can be undone.
CREATE TABLE parcel_units (
    unit_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT parcel_units_pkey PRIMARY KEY,
    ll_uuid uuid NOT NULL,
    county_fips text NOT NULL,
    -- position in the roll
    roll_row bigint NOT NULL,
    -- the roll's own number
    parcelnumb text NOT NULL,
    unit text,
    address text,
    owner text,
    careof text,
    mailing_address text,
    saledate date,
    saleprice numeric(14, 2),
    year_built integer,
    usecode text,
    usedesc text,
    parval numeric(14, 2),
    landval numeric(14, 2),
    improvval numeric(14, 2),
    sqft bigint,
    -- the roll's original row
    raw jsonb NOT NULL,
    content_hash text NOT NULL,
    -- whose roll has it
    batch_id bigint NOT NULL,
    -- whose roll no longer has it
    replaced_by bigint,
    CONSTRAINT parcel_units_parcelnumb_length CHECK (char_length(parcelnumb) BETWEEN 1 AND 64)
);
CREATE INDEX parcel_units_ll_uuid ON parcel_units (ll_uuid) WHERE replaced_by IS NULL;
CREATE INDEX parcel_units_batch_id ON parcel_units (batch_id);
CREATE INDEX parcel_units_replaced_by ON parcel_units (replaced_by) WHERE replaced_by IS NOT NULL;

ALTER TABLE parcel_batches
    -- of its tax roll, if it has one: all rows, and those of which a parcel was found
    ADD COLUMN roll_rows bigint,
    ADD COLUMN roll_rows_joined bigint;
