//! Site-selection projects: the frame in which parcels are looked at.
//!
//! A resource of its own because everything else on the map hangs on a project. Markers, and what
//! a parcel is, live elsewhere.

pub mod deletions;
pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::ProjectError;
