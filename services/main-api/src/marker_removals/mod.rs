//! Many parcels removed from a project at once, which can be undone for a minute.

pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::MarkerRemovalError;
