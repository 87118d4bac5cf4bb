//! Users of the firm: profile and avatar, and management by an admin. Sign-in is in `accounts`.

pub mod avatars;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::UserError;
