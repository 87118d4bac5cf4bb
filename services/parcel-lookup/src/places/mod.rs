//! `GET /places`: the map's search box.
//!
//! Searches our own parcels (address, owner, parcel number), the names of counties, cities and
//! markets, then the configured geocoder. A failure of the geocoder or of main-api, which owns
//! markets, only removes its results.

pub mod domain;
pub mod dto;
pub mod geocoder;
pub mod handlers;
pub mod markets;
pub mod matching;
pub mod named;
pub mod ops;
pub mod store;

pub use geocoder::Geocoder;
pub use markets::Markets;
