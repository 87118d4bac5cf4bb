//! property-api: a firm's view of parcels, with values, contacts, attachments, letters of intent and
//! the mail that goes out about it.
//!
//! It keeps what the firm adds to a parcel; the parcel itself is published by parcel-lookup, projects
//! and the contact directory belong to main-api, and all three are heard of by events.

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

/// This service's name, in queues, events and logs.
pub const SERVICE: &str = "property-api";

/// This service's own tables; run after `messaging::MIGRATIONS`.
pub const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!();
