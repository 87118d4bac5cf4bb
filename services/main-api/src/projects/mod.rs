//! Site-selection projects, to which markers and properties belong.

pub mod changes;
pub mod changes_dto;
pub mod deletions;
pub mod domain;
pub mod dto;
mod error;
pub mod events;
mod exports;
pub mod handlers;
pub mod list;
pub mod list_dto;
pub mod ops;
pub mod store;

pub use error::ProjectError;
