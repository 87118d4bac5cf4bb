//! Files of a property: upload, list, serve, delete.
//!
//! Bytes are in an object store under generated names, metadata in the database; a row is written
//! only after its object, so that every listed file can be read. A client's file name is only
//! displayed.

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
