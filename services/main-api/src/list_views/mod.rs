//! Saved views of lists: filter, order and columns under a name, of a person or of the firm.

mod domain;
pub mod dto;
mod error;
pub mod handlers;
mod ops;
pub mod settings;
mod store;

pub use error::ListViewError;
