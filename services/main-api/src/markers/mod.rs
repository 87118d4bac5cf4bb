//! Markers: parcels that a project has on its map.
//!
//! A marker is the origin of a property: what is said of it here reaches parcel-lookup and
//! property-api by events. The parcel's own facts live with them.

pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod ops;
pub mod parcels;
pub mod store;

pub use error::MarkerError;
