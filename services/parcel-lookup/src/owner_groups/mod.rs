//! Everything that an owner has: found from one parcel at the moment of the request, by equal names, mailing
//! addresses, care-of and rare words, and judged by the crate `owner-names`.

pub mod dto;
pub mod handlers;
pub mod ops;
mod reading;
mod sources;
mod store;
