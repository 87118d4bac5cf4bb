CREATE INDEX jobs_kind_run_at ON jobs (kind, run_at) WHERE dead_at IS NULL;
DROP INDEX jobs_kind_turn_run_at;
ALTER TABLE jobs DROP COLUMN turn;
