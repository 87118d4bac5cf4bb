//! Tasks of deals.

pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::TaskError;
