//! Mail to many: the owner contacts of a project, each with a message of their own.
//!
//! A campaign is its messages; they are queued, handed over and brought to an end like any other
//! mail. What is added here: merge fields, who is written to, the sender's postal address and the
//! way out (CAN-SPAM, RFC 8058).

pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod ops;
pub mod progress;
pub mod store;
pub mod unsubscribe;

pub use error::CampaignError;
