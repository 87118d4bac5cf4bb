//! What operators decide about simulations.

use std::path::PathBuf;

use http_kit::config::Env;

/// Where results are kept, and how many simulations run at once.
#[derive(Debug, Clone)]
pub struct GrowthConfig {
    /// Folder of pictures. Replicas share one.
    pub folder: PathBuf,
    /// Simulations at once in a process; each takes one processor.
    pub at_once: usize,
}

impl GrowthConfig {
    /// Reads `STORAGE_DIR` and `GROWTH_RUNS_AT_ONCE`.
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            folder: PathBuf::from(env.required("STORAGE_DIR")).join("growth"),
            at_once: env.parsed("GROWTH_RUNS_AT_ONCE", 2_usize).max(1),
        }
    }
}
