//! Calls to the operator's webhook.
//!
//! Targets come from the configuration only, never from a request, so nobody can make us call an
//! address of theirs. Calls wait in a table and are delivered by a worker with retries, signed as
//! Standard Webhooks asks.

pub mod dto;
pub mod handlers;
pub mod sign;
pub mod store;
pub mod worker;
