//! Contacts of a property, from the firm's directory.
//!
//! main-api is the directory's only writer: changes are sent to it before anything is linked. The
//! read copy here follows `contact.*` events and is what is displayed and searched.

pub mod directory;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::OwnershipError;
