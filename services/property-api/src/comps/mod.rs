//! Comparable sales of a firm, the set that is chosen for a property, and the offer from such a set.
//!
//! A set is changed as a whole. An offer from it points to a frozen copy, so that its line can be
//! calculated again whatever happens to the set and its sales. The rules of calculation are in the
//! crate `comparable-sales`.

pub mod domain;
pub mod dto;
mod error;
pub mod evaluate;
pub mod file_columns;
pub mod file_dto;
pub mod file_handlers;
pub mod file_ops;
pub mod freeze;
pub mod handlers;
pub mod ops;
pub mod set_dto;
pub mod set_handlers;
pub mod set_ops;
pub mod set_store;
pub mod store;

pub use error::CompError;
