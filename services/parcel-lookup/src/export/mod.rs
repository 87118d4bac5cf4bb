//! Files of parcels: `GET /parcels.geojson` and other formats, and the command `export`.
//!
//! Of public parcels only: those that a firm bought may not leave the product (decision 52).

mod client;
pub mod dto;
mod error;
pub mod handlers;
pub mod land;
pub mod lines;
pub mod ops;
mod places;
mod store;
pub mod units;

use std::sync::Arc;
use std::time::Duration;

use domain::CustomerId;
use settings::Env;

use error::ExportFailure;
use places::{Place, Places};

/// Limits of requests; the command has none.
#[derive(Debug, Clone, Copy)]
pub struct ExportConfig {
    /// Most parcels of a request.
    pub max_parcels: u64,
    /// Most requests at once. Each has a database connection until its client has read everything.
    pub at_once: usize,
    /// How long a client may read nothing.
    pub silent: Duration,
}

impl ExportConfig {
    pub fn from_env(env: &mut Env) -> Self {
        Self {
            max_parcels: env.parsed("EXPORT_MAX_PARCELS", 100_000),
            at_once: env.parsed("EXPORTS_AT_ONCE", 2),
            silent: Duration::from_mins(1),
        }
    }
}

/// The exports of this process.
#[derive(Debug)]
pub struct Exports {
    config: ExportConfig,
    places: Arc<Places>,
}

impl Exports {
    pub fn new(config: ExportConfig) -> Self {
        Self {
            config,
            places: Places::new(config.at_once),
        }
    }

    /// A place for a firm, returned on drop.
    fn enter(&self, firm: CustomerId) -> Result<Place, ExportFailure> {
        self.places.enter(firm)
    }
}
