-- What a finished run says of every parcel of its area, so that filters read it: the chance that the land around becomes urban, and the
-- likely decade. Made when a filter first names the run, and again for parcels that are new or changed since.
CREATE TABLE growth_parcel_sets (
    run_id uuid CONSTRAINT growth_parcel_sets_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    -- parcels that changed later are not as they are now
    made_at timestamptz NOT NULL,
    CONSTRAINT growth_parcel_sets_run_fkey FOREIGN KEY (customer_id, run_id)
        REFERENCES growth_run (customer_id, run_id) ON DELETE CASCADE
);
CALL tenant_scope('growth_parcel_sets', true);

CREATE TABLE growth_parcels (
    run_id uuid NOT NULL
        CONSTRAINT growth_parcels_set_fkey REFERENCES growth_parcel_sets (run_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    ll_uuid uuid NOT NULL,
    -- expected share of the open land within 500 m that is urban in the last year, 0 to 1; null where none is open
    chance double precision,
    -- first year of the decade in which half of the land around is expected to be urban; null for never in the run
    decade smallint,
    CONSTRAINT growth_parcels_pkey PRIMARY KEY (run_id, ll_uuid),
    CONSTRAINT growth_parcels_chance CHECK (chance BETWEEN 0 AND 1)
);
CALL tenant_scope('growth_parcels', true);
