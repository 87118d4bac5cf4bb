//! `POST /process_coords`: the parcel at a point.
//!
//! Our own table is searched first, then the configured providers in order; their results are
//! stored, so that a place is requested once. Reading parcels by id is in [`crate::parcels`].

pub mod dto;
pub mod error;
pub mod handlers;
pub mod ops;
