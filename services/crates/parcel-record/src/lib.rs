//! What a source says of one parcel, in our names: the record, the map from a source's columns to ours,
//! and the one statement that writes parcels.
//!
//! Shared by the importer, the sample generator and the service with its providers. It opens no file,
//! calls no service and holds no connection.

pub mod esri_rings;
pub mod field_map;
mod fields;
mod record;
mod write;

pub use fields::{ParcelFields, Provenance, Shape};
pub use record::ParcelRecord;
pub use write::{Written, upsert_statement};

/// Whether a text has the form of a county code: five digits, two of the state and three of the county.
/// Which counties exist is main-api's knowledge.
pub fn is_county_fips(text: &str) -> bool {
    text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit())
}
