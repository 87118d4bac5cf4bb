//! parcel-lookup: which parcel is where, and what is known of it.
//!
//! A service of its own because its data is public, large and read-mostly, and because other
//! companies' services are asked only here. It knows no firm's projects or properties.

#![forbid(unsafe_code)]

pub mod app;
pub mod config;
pub mod consumers;
pub mod growth;
pub mod lookup;
pub mod map_config;
pub mod parcels;
pub mod places;
pub mod providers;
pub mod routes;
pub mod schema;
pub mod tiles;

/// The service's name on the broker, in logs and in events.
pub const SERVICE: &str = "parcel-lookup";
