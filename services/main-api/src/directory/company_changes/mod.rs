//! Changes of many companies at once: tags, industry and removal. Each is a command that can be undone for an hour.

mod domain;
pub mod dto;
pub mod handlers;
mod ops;
pub mod store;
