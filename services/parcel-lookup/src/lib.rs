//! parcel-lookup: parcels by location, id and number, and growth simulations.
//!
//! A separate service because its data is large, mostly read and, except for parcels that a firm bought
//! from a provider, public, and because only it calls external providers. It stores no projects or
//! properties of firms, but the sites that they make of several parcels.

#![forbid(unsafe_code)]
#![allow(
    missing_docs,
    reason = "what is public here is so for the tests alone; the shared crates document every item"
)]

use http_kit::openapi::About;

pub mod app;
pub mod assemblages;
pub mod buildable;
pub mod commands;
pub mod config;
pub mod consumers;
pub mod counts;
pub mod dossiers;
pub mod export;
pub mod filters;
pub mod growth;
mod housekeeping;
pub mod lookup;
pub mod map_config;
pub mod ogc;
pub mod owner_groups;
pub mod parcel_facts;
pub mod parcel_watch;
pub mod parcels;
pub mod places;
pub mod program;
pub mod providers;
pub mod routes;
mod schema;
pub mod search_runs;
pub mod selections;
pub mod site_layers;
pub mod sites;
pub mod state;
pub mod tiles;
mod watch;

/// Service name on the broker, in logs and in events.
pub const SERVICE: &str = "parcel-lookup";
/// Title and description in the API document.
pub const API: About = About {
    title: SERVICE,
    description: "Parcel lookup, tiles, place search and growth simulations. Behind the proxy the paths begin with /api-2.",
    prefix: "/api-2",
};
pub const MIGRATIONS: db::EmbeddedMigrations = db::embed_migrations!();
/// All migrations, in order.
pub const ALL_MIGRATIONS: &[db::EmbeddedMigrations] = &[messaging::MIGRATIONS, MIGRATIONS];
