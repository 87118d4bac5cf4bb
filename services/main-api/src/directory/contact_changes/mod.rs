//! Changes of many contacts at once: tags, who is responsible, company, removal. Each is a command
//! that can be undone for an hour.

mod domain;
pub mod dto;
pub mod handlers;
mod ops;
pub mod store;
