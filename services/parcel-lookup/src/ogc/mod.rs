//! OGC API - Features: parcels for QGIS, GDAL and other clients of the standard, and the start and the list of all
//! collections, of which main-api answers those of a firm.

mod collection;
pub mod dto;
mod figures;
pub mod handlers;
mod ops;
mod store;

pub use collection::PARCELS;
pub use figures::{Figure, Figures, figures, run_of};
pub use ops::ensure_named;

/// Who may read parcels: a session, or a personal access token of programs such as QGIS.
pub type Reader = auth::ReadAccess<auth::ParcelsRead>;
/// Who may read any of the collections.
pub type AnyReader = auth::ReadAccess<auth::AnyRead>;
