//! Calls to the operator's webhook.
//!
//! Targets come only from the configuration, never from a request, which prevents request forgery.
//! Calls are queued in a table and delivered by a worker with retries, signed per Standard
//! Webhooks.

pub mod dto;
pub mod handlers;
pub mod sign;
pub mod store;
pub mod worker;
