//! The people who belong to a property, out of the firm's contact directory.
//!
//! main-api is the only writer of the directory: new and changed contacts are passed on to it before
//! anything is linked. The read copy here follows `contact.*` and is what is shown and searched.

pub mod directory;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::OwnershipError;
