//! Vector tiles of parcel outlines for the map.
//!
//! A tile is one PostGIS statement. There is no server-side cache: browser caching and an `ETag`
//! suffice at the served zooms. Saved markers belong to a firm and are loaded with the project.

pub mod dto;
pub mod handlers;
pub mod store;
