//! Settings of simulations.

use std::path::PathBuf;
use std::time::Duration;

use settings::Env;

/// Storage and concurrency limits.
#[derive(Debug, Clone)]
pub struct GrowthConfig {
    /// Folder of runs, shared by serving processes and workers.
    pub folder: PathBuf,
    /// Concurrent runs per firm; further ones are queued.
    pub runs_at_once: i64,
    /// Queued batches that no worker has started.
    pub batches_ahead: i64,
    /// Waiting `/run-sleuth` requests per process; further ones get 503.
    pub waiting_calls: usize,
    /// Timeout of a waiting request.
    pub answer_within: Duration,
}

impl GrowthConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            folder: folder(env),
            runs_at_once: env.parsed("GROWTH_RUNS_AT_ONCE", 2_i64).max(1),
            batches_ahead: env.parsed("GROWTH_BATCHES_AHEAD", 4_i64).max(1),
            waiting_calls: env.parsed("GROWTH_WAITING_CALLS", 32_usize).max(1),
            answer_within: Duration::from_secs(env.parsed("GROWTH_ANSWER_SECONDS", 900_u64).max(1)),
        }
    }
}

/// Settings of workers.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// Folder of runs, the same as the serving processes use.
    pub folder: PathBuf,
    /// Concurrent batches; each uses one core.
    pub slots: usize,
}

impl WorkerConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            folder: folder(env),
            slots: env.parsed("GROWTH_WORKERS", 2_usize).clamp(1, 64),
        }
    }
}

fn folder(env: &mut Env) -> PathBuf {
    PathBuf::from(env.required("STORAGE_DIR")).join("growth")
}
