//! Searches for parcels that belong to a project: a filter and an area under a name, and when each person
//! last looked at what they find. parcel-lookup finds the parcels.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::SavedSearchError;
