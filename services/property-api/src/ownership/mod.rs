//! Contacts of a property, from the firm's directory.
//!
//! main-api is the directory's only writer: changes are sent to it before anything is linked.
//! [`crate::contacts`] is the read copy.

pub mod directory;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod suggestions;

pub use error::OwnershipError;
