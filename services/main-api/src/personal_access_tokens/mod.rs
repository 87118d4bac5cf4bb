//! Personal access tokens: issued, listed and revoked by their user or an admin. They are verified
//! in `accounts`.

pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::PersonalAccessTokenError;
