//! `GET /places`: the map's search box.
//!
//! Searches our own parcels (address, owner, parcel number), then the configured geocoder, whose
//! failure only removes its results.

pub mod dto;
pub mod geocoder;
pub mod handlers;
pub mod ops;
pub mod store;

pub use geocoder::Geocoder;
