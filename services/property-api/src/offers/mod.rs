//! The history of a property's offers: append-only, with who and why.
//!
//! Every change of the offer value adds a row in its transaction, and so does a seller's counter. The
//! value in force stays a column of the property.

pub mod activity;
pub mod approval;
pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
pub mod store;
