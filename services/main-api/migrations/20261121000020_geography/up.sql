-- States, counties, markets and submarkets. States and counties are the same for everybody; a market without a firm is
-- public (metropolitan areas), one with a firm was imported by that firm and only it sees it.

CREATE TABLE states (
    statefp text CONSTRAINT states_pkey PRIMARY KEY,
    name text NOT NULL,
    CONSTRAINT states_statefp_digits CHECK (statefp ~ '^[0-9]{2}$')
);

CREATE TABLE counties (
    county_fips text CONSTRAINT counties_pkey PRIMARY KEY,
    statefp text NOT NULL CONSTRAINT counties_state_fkey REFERENCES states (statefp),
    name text NOT NULL,
    geom geometry(MultiPolygon, 4326) NOT NULL,
    CONSTRAINT counties_fips_digits CHECK (county_fips ~ '^[0-9]{5}$' AND left(county_fips, 2) = statefp)
);
CREATE INDEX counties_state ON counties (statefp, name);

CREATE TABLE markets (
    market_id bigint CONSTRAINT markets_pkey PRIMARY KEY,
    customer_id uuid CONSTRAINT markets_customer_fkey REFERENCES customers (customer_id),
    market_name text NOT NULL
);
-- Metropolitan areas keep their five-digit federal code as id; imported markets follow far behind.
CREATE SEQUENCE imported_market_ids START 1000000;
CREATE UNIQUE INDEX markets_name_unique ON markets (customer_id, market_name) WHERE customer_id IS NOT NULL;

CREATE TABLE market_states (
    market_id bigint NOT NULL CONSTRAINT market_states_market_fkey REFERENCES markets (market_id) ON DELETE CASCADE,
    statefp text NOT NULL CONSTRAINT market_states_state_fkey REFERENCES states (statefp),
    customer_id uuid,
    CONSTRAINT market_states_pkey PRIMARY KEY (statefp, market_id)
);

CREATE TABLE submarkets (
    submkt_id bigint CONSTRAINT submarkets_pkey PRIMARY KEY,
    market_id bigint NOT NULL CONSTRAINT submarkets_market_fkey REFERENCES markets (market_id) ON DELETE CASCADE,
    customer_id uuid,
    sub_mkt_name text NOT NULL,
    geom geometry(MultiPolygon, 4326) NOT NULL
);
CREATE INDEX submarkets_market ON submarkets (market_id, sub_mkt_name);

-- Everybody reads what has no firm; a firm reads and writes its own; what has no firm is written only by seed and import.
DO $$
DECLARE
    target text;
BEGIN
    FOREACH target IN ARRAY ARRAY['markets', 'market_states', 'submarkets'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', target);
        EXECUTE format('CREATE POLICY shared_read ON %I FOR SELECT USING (customer_id IS NULL)', target);
        EXECUTE format('CREATE POLICY shared_write ON %I USING (customer_id IS NULL AND app_unscoped()) '
            'WITH CHECK (customer_id IS NULL AND app_unscoped())', target);
        EXECUTE format('CREATE POLICY tenant ON %I USING (customer_id = app_customer_id()) '
            'WITH CHECK (customer_id = app_customer_id())', target);
    END LOOP;
END
$$;
