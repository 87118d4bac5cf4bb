//! Vector tiles of parcels for the map.
//!
//! A tile is one PostGIS statement, and kept until a parcel changes; one with a filter as well. Saved markers belong to a firm
//! and are loaded with the project. `flood` has tiles of flood zones.

mod attribution;
mod cache;
pub mod dto;
pub mod flood;
pub mod handlers;
pub mod store;

pub use cache::{Shown, TileCache};
