//! property-api: a firm's properties, with values, contacts, attachments, letters of intent and
//! mail.
//!
//! It stores what the firm adds to a parcel. Parcels are published by parcel-lookup, projects and
//! contacts belong to main-api; this service keeps read copies built from their events.

#![allow(
    missing_docs,
    reason = "what is public here is so for the tests alone; the shared crates document every item"
)]

pub mod app;
pub mod attachments;
pub mod campaigns;
pub mod config;
pub mod consumers;
pub mod letters;
pub mod mail;
pub mod main_api;
pub mod ownership;
pub mod properties;
pub mod routes;
mod schema;
pub mod valuation;

/// Name in queues, events and logs.
pub const SERVICE: &str = "property-api";

/// Run after `messaging::MIGRATIONS`.
pub const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!();
