//! Files of contacts and companies: the selected ones, or all that match a filter, in the list's order.

pub mod dto;
pub mod handlers;
mod ops;
