//! How many parcels of an area match filters, several at once, while a user composes them.
//!
//! Up to 100,000 parcels are compared one by one. Of a larger area a sample is, and the numbers are then
//! approximate and say so: identities are random, so those below a bound are a fair sample.

pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
mod store;
