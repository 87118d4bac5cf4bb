//! Published parcels: table, and reading by id or number.
//!
//! Parcels are public data, belong to no firm and are readable by every signed-in user. The
//! importer, the sample generator and the providers write them, all with
//! [`parcel_record::upsert_statement`].

pub mod dto;
pub mod handlers;
mod outlines;
pub mod store;

pub use dto::ParcelData;
