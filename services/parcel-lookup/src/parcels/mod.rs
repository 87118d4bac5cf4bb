//! Parcels as published: their table, and reading it by id or number.
//!
//! Parcels are public data and belong to no firm; every signed-in person may read them. They are
//! written by the importer, the sample generator and the providers, all by one statement
//! ([`parcel_record::upsert_statement`]).

pub mod dto;
pub mod handlers;
pub mod store;

pub use dto::ParcelData;
