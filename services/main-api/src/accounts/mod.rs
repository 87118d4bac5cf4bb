//! Sign-in, sessions and passwords; verification of personal access tokens.
//!
//! Works before the firm is known. Which users exist is managed in `users`.

mod cookies;
pub mod domain;
pub mod dto;
pub mod email_change;
mod error;
pub mod events;
pub mod handlers;
pub mod introspection;
pub mod known_places;
pub mod mail;
pub mod ops;
pub mod passwords;
pub mod reset_requests;
pub mod store;
pub mod throttle;
pub mod tokens;

pub use error::AccountError;
