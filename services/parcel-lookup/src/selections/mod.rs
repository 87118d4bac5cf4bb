//! Selections: parcels chosen by an area, by neighbourhood, by number, by points, one by one or by a filter, counted and kept as a
//! frozen list for a day, so that what was counted is what is added to a project. A list may have more [`columns`] in its files.

mod changed;
pub mod chosen;
pub mod columns;
pub mod domain;
pub mod dto;
pub mod error;
pub mod handlers;
pub mod ops;
mod pasted;
mod points;
mod records;
pub mod reviewed;
mod spelled;
mod spelling;
pub mod store;

pub use changed::ChangedSince;
pub use domain::{Choice, check};
pub use error::SelectionError;
pub use ops::hold;
pub use records::holding;
pub use reviewed::{Discard, Reviewed, ReviewedParcels};
pub use store::{Selected, point_of};
