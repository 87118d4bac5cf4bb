-- Firms take turns: a worker leases one job of each firm in order of this column. Jobs of no firm share a turn, the last one.
ALTER TABLE jobs ADD COLUMN turn uuid NOT NULL
    GENERATED ALWAYS AS (coalesce(customer_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')) STORED;
-- Workers ask for the next firm of a kind, and for its next job.
CREATE INDEX jobs_kind_turn_run_at ON jobs (kind, turn, run_at, job_id) WHERE dead_at IS NULL;
DROP INDEX jobs_kind_run_at;
