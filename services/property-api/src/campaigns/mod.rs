//! Campaigns: a personalized message to each owner contact of a project, or to contacts that were
//! chosen in the directory.
//!
//! Messages are queued, sent and completed like any other mail. Added here: merge fields, selection
//! of recipients, the sender's postal address and unsubscribing (CAN-SPAM, RFC 8058).

pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod links;
pub mod ops;
mod people;
pub mod progress;
pub mod store;
pub mod unsubscribe;

pub use error::CampaignError;
