//! Reports a parcel that a user selected to the operator's webhook.

pub mod dto;
pub mod handlers;
