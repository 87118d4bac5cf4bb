//! The firm's people: own profile and avatar, and their management by an admin.
//!
//! How they sign in is the business of `accounts`.

pub mod avatars;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::UserError;
