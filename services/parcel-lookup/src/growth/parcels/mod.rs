//! What a finished run says of every parcel of its area, kept in a table so that filters read it.
//!
//! The figures are those of a parcel's inner point, by the definitions in
//! [`crate::growth::runs::artifacts::surroundings`]: the same that a search judges by and the panel of a parcel shows.

pub mod ops;
mod store;
