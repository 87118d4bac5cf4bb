//! Files of a property: uploaded, listed, served, deleted.
//!
//! Bytes live in an object store under names that we make, rows in the database; a row is written
//! only when its object is in place, so what is listed can be read. Paths are ours: a client's file
//! name is only ever shown.

pub mod disposition;
pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod form;
pub mod handlers;
pub mod ops;
pub mod range;
pub mod serve;
pub mod storage;
pub mod store;
pub mod sweep;
pub mod upload;

pub use error::AttachmentError;
pub use storage::FileStore;
