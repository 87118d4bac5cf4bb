//! All that is known of one parcel, or of a site of the firm, each fact with where it is from: the record, the flood zone, what layers of
//! land say of it as searches judge it (`land`), and what a growth run does (`growth`).

pub mod dto;
mod growth;
pub mod handlers;
pub mod land;
