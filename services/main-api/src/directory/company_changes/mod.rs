//! Changes of many companies at once: tags and removal. Each is a command that can be undone for an hour.

pub mod dto;
pub mod handlers;
mod ops;
pub mod store;
