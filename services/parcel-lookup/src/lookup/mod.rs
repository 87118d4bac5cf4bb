//! `POST /process_coords`: the parcel at a point.
//!
//! Our own tables are searched first, then the configured providers in order; their results are
//! stored as their terms allow, so that a place is requested once. A point on no parcel may be on land without a
//! number, such as a right of way. Reading parcels by id is in
//! [`crate::parcels`].

pub mod batch;
pub mod dto;
pub mod error;
pub mod handlers;
pub mod ops;
