//! The one filter of tiles, counts, selections, files, OGC API and searches for adjoining land: CQL2 text over the
//! queryables of the collection `parcels`.

mod domain;
pub mod ops;

pub use domain::read;
