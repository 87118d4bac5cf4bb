//! Files of parcels: `GET /parcels.geojson` and other formats, and the command `export`.
//!
//! Of public parcels only: those that a firm bought may not leave the product (decision 52).

pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
mod store;

use std::sync::Arc;

use settings::Env;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use error::ExportFailure;

/// Limits of requests; the command has none.
#[derive(Debug, Clone, Copy)]
pub struct ExportConfig {
    /// Most parcels of a request.
    pub max_parcels: u64,
    /// Most requests at once. Each has a database connection until its client has read everything.
    pub at_once: usize,
}

impl ExportConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            max_parcels: env.parsed("EXPORT_MAX_PARCELS", 100_000),
            at_once: env.parsed("EXPORTS_AT_ONCE", 2),
        }
    }
}

/// The exports of this process.
#[derive(Debug)]
pub struct Exports {
    config: ExportConfig,
    places: Arc<Semaphore>,
}

impl Exports {
    pub fn new(config: ExportConfig) -> Self {
        Self {
            config,
            places: Arc::new(Semaphore::new(config.at_once)),
        }
    }

    /// A place, returned on drop.
    fn enter(&self) -> Result<OwnedSemaphorePermit, ExportFailure> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map_err(|_full| ExportFailure::Busy)
    }
}
