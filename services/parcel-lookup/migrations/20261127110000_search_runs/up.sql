-- Searches of projects: which parcels of an area suit the criteria, and in which order. A run is never edited after its end.
CREATE TABLE search_runs (
    run_id uuid CONSTRAINT search_runs_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    created_by uuid NOT NULL,
    -- of main-api
    project_id uuid NOT NULL,
    name text,
    state text NOT NULL DEFAULT 'queued',
    -- site_search::Criteria, and the hash of its canonical form
    criteria jsonb NOT NULL,
    criteria_hash text NOT NULL,
    method_version integer NOT NULL,
    growth_run_id uuid,
    -- search_runs::row::SearchSettings: the area with the outlines as they were, and the parcels that the project had or discarded
    settings jsonb NOT NULL,
    -- search_runs::row::SearchOutcome; null until the run is done
    outcome jsonb,
    -- the ranked parcels, the best first, at most 10,000
    best uuid[],
    judged bigint NOT NULL DEFAULT 0,
    -- parcels of the area; null until they are counted
    total bigint,
    -- the sentence for the person who asked
    error text,
    -- how often a process began it, and until when the process is taken for alive
    attempts integer NOT NULL DEFAULT 0,
    lease_until timestamptz,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz,
    CONSTRAINT search_runs_state_known CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    CONSTRAINT search_runs_name_length CHECK (char_length(name) BETWEEN 1 AND 80),
    CONSTRAINT search_runs_failure_told CHECK ((state = 'failed') = (error IS NOT NULL)),
    CONSTRAINT search_runs_result_kept CHECK ((state = 'done') = (outcome IS NOT NULL) AND (state = 'done') = (best IS NOT NULL)),
    CONSTRAINT search_runs_of_firm UNIQUE (customer_id, run_id)
);
CREATE INDEX search_runs_newest ON search_runs (project_id, created_at DESC, run_id DESC);
CREATE INDEX search_runs_active ON search_runs (created_at) WHERE state IN ('queued', 'running');
-- The serving processes run them for every firm.
CALL tenant_scope('search_runs', true);

-- The listed parcels of a run with their reasons, a hundred a page: JSON, compressed (deflate). A row a parcel would take five times
-- the space, and a page is what a screen asks for.
CREATE TABLE search_results (
    run_id uuid NOT NULL,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    list text NOT NULL,
    page integer NOT NULL,
    results bytea NOT NULL,
    CONSTRAINT search_results_pkey PRIMARY KEY (run_id, list, page),
    CONSTRAINT search_results_run_fkey FOREIGN KEY (customer_id, run_id)
        REFERENCES search_runs (customer_id, run_id) ON DELETE CASCADE,
    CONSTRAINT search_results_list_known CHECK (list IN ('ranked', 'unknown', 'uncertain'))
);
ALTER TABLE search_results ALTER COLUMN results SET STORAGE EXTERNAL;
CALL tenant_scope('search_results', true);

-- Who watches a run, and who runs them, hears of changes at once.
CREATE FUNCTION search_notice() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || '_search', NEW.run_id::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER search_runs_notice AFTER INSERT OR UPDATE ON search_runs
    FOR EACH ROW EXECUTE FUNCTION search_notice();
