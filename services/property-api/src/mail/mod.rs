//! Mail of the firm's users: requested over HTTP, queued, and sent by the mail worker.
//!
//! A message, its recipients and a background job for each of them are committed in one transaction;
//! each job then settles its recipient. Sending is in the crate `mail`, and undoing it in `sendings`.

mod compose;
pub mod delivery;
pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod hold;
pub mod ops;
pub mod quota;
mod recipients;
pub mod sender;
pub mod store;

pub use error::MessageError;
