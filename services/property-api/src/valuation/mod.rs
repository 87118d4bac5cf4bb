//! The four values of a property and the offer rule, and the facts that the firm sets besides.
//!
//! Changing the appraised or market value recomputes the offer in the same transaction; an offer
//! set by a user stays until then. The values are columns of the property; the store keeps what an
//! edit changed, so that it can be undone.

pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
pub mod own_facts;
mod store;
mod undo;
