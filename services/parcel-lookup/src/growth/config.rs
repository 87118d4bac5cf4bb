//! What operators decide about simulations.

use std::path::PathBuf;
use std::time::Duration;

use settings::Env;

/// Where runs are kept, and how much is done at once.
#[derive(Debug, Clone)]
pub struct GrowthConfig {
    /// Folder of runs. Serving processes and workers share one.
    pub folder: PathBuf,
    /// Runs of one firm that are worked on at the same time; further ones wait.
    pub runs_at_once: i64,
    /// Batches on the queue that no worker has begun.
    pub batches_ahead: i64,
    /// Calls of `/run-sleuth` that wait in a process; further ones are asked to come back.
    pub waiting_calls: usize,
    /// How long such a call waits.
    pub answer_within: Duration,
}

impl GrowthConfig {
    /// Reads `STORAGE_DIR` and `GROWTH_*`.
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

/// What workers need to know.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// Folder of runs, the same as the serving processes'.
    pub folder: PathBuf,
    /// Batches at once; each takes one processor.
    pub slots: usize,
}

impl WorkerConfig {
    /// Reads `STORAGE_DIR` and `GROWTH_WORKERS`.
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
