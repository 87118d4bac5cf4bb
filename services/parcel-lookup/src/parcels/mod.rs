//! Parcels as published: the record, its table, and reading it by id or number.
//!
//! Parcels are public data and belong to no firm; every signed-in person may read them. They are
//! written by [`crate::import`], [`crate::sample`] and the providers, through
//! [`store::upsert`] alone.

pub mod dto;
pub mod fields;
pub mod handlers;
pub mod store;

pub use dto::{ParcelData, ParcelRecord};
pub use fields::{ParcelFields, Provenance, Shape};
