//! Undoes what a person sent, while its messages are held: a campaign, letters, or one message.
//!
//! All of it is taken back, or nothing once anything may have left. Holding messages is in `mail`,
//! which knows neither campaigns nor letters.

mod domain;
pub mod dto;
mod error;
pub mod handlers;
mod letters;
pub mod ops;
mod store;

pub use error::SendingError;
