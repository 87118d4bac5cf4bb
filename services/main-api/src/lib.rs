//! main-api: sign-in, users, projects, markers, markets, contacts and companies, site images,
//! webhooks and the event stream.
//!
//! Also a library, so that tests start the service with the same code.

#![allow(
    missing_docs,
    reason = "what is public here is so for the tests alone; the shared crates document every item"
)]

use http_kit::openapi::About;

pub mod accounts;
pub mod app;
mod assignee;
pub mod commands;
pub mod config;
pub mod consumers;
pub mod dashboard;
pub mod directory;
pub mod discards;
pub mod ended_copies;
mod field;
mod housekeeping;
pub mod letterhead;
pub mod list_views;
pub mod live;
pub mod marker_batches;
pub mod marker_removals;
pub mod markers;
pub mod markets;
pub mod ogc;
pub mod parcel_selection;
pub mod parcel_watch;
pub mod personal_access_tokens;
pub mod program;
pub mod project_criteria;
pub mod project_parcels;
pub mod project_removal;
pub mod projects;
pub mod routes;
pub mod saved_searches;
mod schema;
mod search;
pub mod site_images;
pub mod state;
pub mod users;
pub mod webhooks;

/// Service name on the broker, in logs and in events.
pub const SERVICE: &str = "main-api";
/// Title and description in the API document.
pub const API: About = About {
    title: SERVICE,
    description: "Sign-in, users, projects, markers, markets, contacts and companies.",
    prefix: "",
};
pub const MIGRATIONS: db::EmbeddedMigrations = db::embed_migrations!();
/// All migrations, in order.
pub const ALL_MIGRATIONS: &[db::EmbeddedMigrations] =
    &[messaging::MIGRATIONS, jobs::MIGRATIONS, MIGRATIONS];
