//! Markers: parcels on a project's map.
//!
//! Adding a marker creates the property: parcel-lookup and property-api receive it as an event.
//! Facts about the parcel belong to them.

pub mod domain;
pub mod dto;
pub mod ended_discards;
mod error;
pub mod events;
pub mod facts;
pub mod handlers;
pub mod many;
pub mod ops;
pub mod outlines;
pub mod parcels;
pub mod site_parcels;
pub mod store;
pub mod words;

pub use error::MarkerError;
