//! Vector tiles of parcel outlines for the map.
//!
//! A tile is one statement in PostGIS; there is no tile cache of our own, the browser's and an
//! `ETag` are enough at the zooms that are served. Saved markers are not in here: they are a firm's
//! own and come with the project.

pub mod handlers;
pub mod store;
