//! `POST /process_coords`: which parcel is here?
//!
//! Our own table answers first, then the configured providers in their order; what they say is
//! stored, so that a place is asked for once. Reading parcels by id is [`crate::parcels`]' business.

pub mod dto;
pub mod error;
pub mod handlers;
pub mod ops;
