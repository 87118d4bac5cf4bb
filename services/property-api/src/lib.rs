//! property-api: a firm's properties, with values, contacts, attachments, letters of intent and
//! mail.
//!
//! It stores what a firm adds to a parcel. parcel-lookup publishes parcels, main-api owns projects
//! and contacts; this service keeps read copies built from their events.

#![allow(
    missing_docs,
    reason = "what is public here is so for the tests alone; the shared crates document every item"
)]

use http_kit::openapi::About;

pub mod app;
pub mod attachments;
pub mod calendar_feed;
pub mod campaigns;
pub mod comps;
pub mod config;
pub mod consumers;
pub mod contacts;
pub mod deal_notes;
pub mod deal_stages;
pub mod deal_tasks;
pub mod deals;
pub mod dossier_parts;
pub mod incomes;
pub mod letter_comments;
pub mod letter_docx;
pub mod letter_jobs;
pub mod letter_links;
pub mod letter_register;
pub mod letter_sending;
pub mod letter_signing;
pub mod letter_templates;
pub mod letter_undo;
pub mod letter_versions;
pub mod letters;
pub mod mail;
pub mod main_api;
pub mod offers;
pub mod ownership;
pub mod program;
pub mod properties;
pub mod property_list;
pub mod record_search;
pub mod routes;
mod schema;
pub mod sendings;
pub mod state;
pub mod valuation;
pub mod work_figures;

/// Service name in queues, events and logs.
pub const SERVICE: &str = "property-api";

/// Title and description in the API document.
pub const API: About = About {
    title: SERVICE,
    description: "Properties of a firm: values, contacts, attachments and letters of intent.",
    prefix: "/property_api",
};
/// Largest JSON body, in bytes: a letter of 1 MB with every quote escaped.
pub const MAX_BODY_BYTES: usize = 4 * 1024 * 1024;

pub const MIGRATIONS: db::EmbeddedMigrations = db::embed_migrations!();
/// All migrations, in order.
pub const ALL_MIGRATIONS: &[db::EmbeddedMigrations] =
    &[messaging::MIGRATIONS, jobs::MIGRATIONS, MIGRATIONS];
