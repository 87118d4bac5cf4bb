-- Growth simulations and calibrations that a firm asked for, and the batches that workers compute.
-- Results themselves are files under STORAGE_DIR/growth; these rows say what is true of them.

CREATE TABLE growth_run (
    run_id uuid CONSTRAINT growth_run_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    created_by uuid NOT NULL,
    kind text NOT NULL,
    name text,
    state text NOT NULL DEFAULT 'queued',
    -- everything that was asked for (growth::runs::RunSettings); never changed afterwards
    settings jsonb NOT NULL,
    -- what the prepared layers are (growth::runs::LayersInfo); null before
    layers jsonb,
    -- calibration: the stages so far, the last one being tried, with their ranges and results
    stages jsonb NOT NULL DEFAULT '[]',
    -- the figures of the result; null unless succeeded
    outcome jsonb,
    iterations_done integer NOT NULL DEFAULT 0,
    iterations_total integer NOT NULL,
    batches_done integer NOT NULL DEFAULT 0,
    batches_total integer NOT NULL DEFAULT 0,
    -- year that was reached last by a batch at work
    year integer,
    -- the sentence for the person who asked, and whose fault it is: area, storage, work
    error text,
    error_kind text,
    -- tries of the step at hand (preparing; joining), and until when somebody works on it
    attempts integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    -- when the first batches were cut: what the time left is reckoned from
    running_at timestamptz,
    finished_at timestamptz,
    CONSTRAINT growth_run_kind_known CHECK (kind IN ('prediction', 'calibration')),
    CONSTRAINT growth_run_state_known
        CHECK (state IN ('queued', 'preparing', 'running', 'succeeded', 'failed', 'cancelled')),
    CONSTRAINT growth_run_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT growth_run_failure_told CHECK ((state = 'failed') = (error IS NOT NULL)),
    CONSTRAINT growth_run_of_firm UNIQUE (customer_id, run_id)
);
CREATE INDEX growth_run_newest ON growth_run (customer_id, created_at DESC, run_id DESC);
CREATE INDEX growth_run_active ON growth_run (created_at) WHERE state IN ('queued', 'preparing', 'running');
-- The dispatcher and the workers act for every firm.
CALL tenant_scope('growth_run', true);

-- A part of a run: some iterations of a prediction, or some sets of a calibration's stage.
CREATE TABLE growth_batch (
    run_id uuid NOT NULL,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    -- 0 for predictions; calibration: 0 coarse, 1 fine, 2 final
    stage smallint NOT NULL,
    batch integer NOT NULL,
    -- first iteration (or set), and how many
    first integer NOT NULL,
    size integer NOT NULL,
    state text NOT NULL DEFAULT 'waiting',
    -- how often it was put on the queue; a message of an older one is out of date
    generation integer NOT NULL DEFAULT 0,
    -- how often a worker began
    attempts integer NOT NULL DEFAULT 0,
    -- iterations of it that are done
    done integer NOT NULL DEFAULT 0,
    worker text,
    -- queued, running: when it is taken for lost
    lease_until timestamptz,
    CONSTRAINT growth_batch_pkey PRIMARY KEY (run_id, stage, batch),
    CONSTRAINT growth_batch_run_fkey FOREIGN KEY (customer_id, run_id)
        REFERENCES growth_run (customer_id, run_id) ON DELETE CASCADE,
    CONSTRAINT growth_batch_state_known CHECK (state IN ('waiting', 'queued', 'running', 'done')),
    CONSTRAINT growth_batch_not_empty CHECK (size > 0)
);
CREATE INDEX growth_batch_open ON growth_batch (state) WHERE state <> 'done';
CALL tenant_scope('growth_batch', true);

-- Who watches a run, and who shares out batches, hears of changes at once.
CREATE FUNCTION growth_notice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || '_growth', NEW.run_id::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER growth_run_notice AFTER INSERT OR UPDATE ON growth_run
    FOR EACH ROW EXECUTE FUNCTION growth_notice();
CREATE TRIGGER growth_batch_notice AFTER UPDATE OF state ON growth_batch
    FOR EACH ROW EXECUTE FUNCTION growth_notice();
