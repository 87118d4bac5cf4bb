//! Layers of land: which there are around a site, and those of public services, which are fetched cell by cell in the
//! background, kept in the same tables with their age, and never waited for.

mod cell;
mod config;
mod loader;
pub mod services;
pub mod store;
mod wanted;

pub use cell::{Cell, cells_of};
pub use config::SiteLayerConfig;
pub use loader::{SiteLayers, Standing};
pub use wanted::Progress;
