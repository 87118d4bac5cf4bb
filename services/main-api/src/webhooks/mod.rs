//! Calls to the operator's webhook.
//!
//! Targets come only from the configuration, never from a request, which prevents request forgery.
//! Calls are background jobs, signed per Standard Webhooks.

pub mod call;
pub mod sign;
