//! Messages of the firm's people: asked for over HTTP, queued, and handed over by the mail worker.
//!
//! A message and its job commit together, so that neither is without the other; the worker then
//! brings each recipient to an end of its own. How a message becomes bytes on a wire is the crate
//! `mail`'s.

pub mod domain;
pub mod dto;
mod error;
mod events;
pub mod handlers;
mod leases;
pub mod ops;
pub mod quota;
pub mod sender;
pub mod store;
mod turns;
pub mod worker;

pub use error::MessageError;
