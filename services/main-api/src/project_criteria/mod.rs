//! What the sites of a project must be and should be.
//!
//! A project that has saved none has the preset of its category with its own sizes, uses and filter.
//! What criteria mean is in the crate `site-search`.

pub mod dto;
mod error;
mod events;
pub mod handlers;
mod needs;
mod ops;
mod store;

pub use error::CriteriaError;
