//! `GET /places`: the map's search box.
//!
//! Our own parcels first (address, owner, parcel number), then the configured geocoder. A geocoder
//! that is down costs its hits and nothing else.

pub mod dto;
pub mod geocoder;
pub mod handlers;
pub mod ops;
pub mod store;

pub use geocoder::Geocoder;
