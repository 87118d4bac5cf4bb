//! Mail of the firm's users: requested over HTTP, queued, and sent by the mail worker.
//!
//! A message and its job are committed in one transaction; the worker then settles each recipient
//! separately. Composing and sending are in the crate `mail`.

pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
mod leases;
pub mod ops;
pub mod quota;
pub mod sender;
pub mod store;
mod turns;
pub mod worker;

pub use error::MessageError;
