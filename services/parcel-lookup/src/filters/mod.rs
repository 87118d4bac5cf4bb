//! The one filter of tiles, counts, selections and searches for adjoining land: CQL2 text over the queryables of the
//! collection `parcels`, and over what only our own calls know: growth runs and slopes.

mod domain;
pub mod ops;

pub use domain::read;
