-- Comparable sales of a firm, the set chosen for a property, and frozen copies of such sets that offers are from.

CREATE TABLE comps (
    comp_id uuid CONSTRAINT comps_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    address text,
    ll_uuid uuid,
    parcel_number text,
    -- degrees, WGS 84
    lon double precision,
    lat double precision,
    sale_date date NOT NULL,
    -- US dollars
    price numeric(14, 2) NOT NULL,
    -- of the land
    acres numeric,
    land_square_feet numeric,
    -- of the buildings
    gross_square_feet numeric,
    rentable_square_feet numeric,
    use_class text,
    buyer text,
    seller text,
    -- who says so: a broker, the county, the parties
    source text NOT NULL,
    confidence text NOT NULL,
    -- the deed conveyed other parcels too
    several_parcels boolean NOT NULL DEFAULT false,
    -- the parties belong together, or the firm itself bought
    related_parties boolean NOT NULL DEFAULT false,
    notes text,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    version bigint NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    CONSTRAINT comps_of_customer UNIQUE (customer_id, comp_id),
    CONSTRAINT comps_price_real CHECK (price > 100),
    CONSTRAINT comps_point_whole CHECK ((lon IS NULL) = (lat IS NULL)),
    CONSTRAINT comps_confidence_known CHECK (confidence IN ('verified', 'stated', 'estimated'))
);
CREATE INDEX comps_by_sale ON comps (customer_id, sale_date DESC, comp_id DESC) WHERE deleted_at IS NULL;
CALL tenant_scope('comps');

CREATE TABLE comp_sets (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    unit text NOT NULL,
    -- incremented by each change of the set and of a sale in it
    version bigint NOT NULL DEFAULT 1,
    updated_by_name text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT comp_sets_pkey PRIMARY KEY (customer_id, property_id),
    CONSTRAINT comp_sets_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT comp_sets_unit_known
        CHECK (unit IN ('acre', 'land_square_foot', 'gross_square_foot', 'rentable_square_foot'))
);
CALL tenant_scope('comp_sets');

CREATE TABLE comp_set_items (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    comp_id uuid NOT NULL,
    ordinal integer NOT NULL,
    -- kind, unit, amount, reason and author of each adjustment
    adjustments jsonb NOT NULL,
    -- why a person excluded it; null: it counts
    excluded_reason text,
    excluded_by_name text,
    CONSTRAINT comp_set_items_pkey PRIMARY KEY (customer_id, property_id, comp_id),
    CONSTRAINT comp_set_items_set_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES comp_sets (customer_id, property_id),
    CONSTRAINT comp_set_items_comp_fkey FOREIGN KEY (customer_id, comp_id) REFERENCES comps (customer_id, comp_id)
);
CREATE INDEX comp_set_items_of_comp ON comp_set_items (customer_id, comp_id);
CALL tenant_scope('comp_set_items');

-- Frozen copies of sets, never changed: what an offer was calculated from.
CREATE TABLE comp_snapshots (
    snapshot_id uuid CONSTRAINT comp_snapshots_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    -- of the set when it was frozen
    set_version bigint NOT NULL,
    -- of the rules of calculation
    method integer NOT NULL,
    -- the set with its sales, adjustments and figures, and the calculation
    content jsonb NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT comp_snapshots_of_customer UNIQUE (customer_id, snapshot_id),
    CONSTRAINT comp_snapshots_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CREATE INDEX comp_snapshots_of_property ON comp_snapshots (customer_id, property_id);
CALL tenant_scope('comp_snapshots');

ALTER TABLE offers
    ADD COLUMN comp_snapshot_id uuid,
    ADD CONSTRAINT offers_comp_snapshot_fkey FOREIGN KEY (customer_id, comp_snapshot_id)
        REFERENCES comp_snapshots (customer_id, snapshot_id),
    DROP CONSTRAINT offers_basis_known,
    ADD CONSTRAINT offers_basis_known
        CHECK (basis IN ('rule', 'manual', 'formula', 'letter', 'counter', 'comps'));
