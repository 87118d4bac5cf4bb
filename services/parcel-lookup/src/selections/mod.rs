//! Selections: parcels chosen by an area, by neighbourhood, by number or by a filter, counted and kept as a
//! frozen list for a day, so that what was counted is what is added to a project.

pub mod chosen;
pub mod domain;
pub mod dto;
pub mod error;
pub mod handlers;
pub mod ops;
mod reviewed;
pub mod store;

pub use error::SelectionError;
pub use reviewed::{Discard, Reviewed, ReviewedParcels};
