//! Net buildable area: the gross area of a site less flood zone, wetland, water, easements, steep land, setback and leftovers.
//! Each deduction alone and beyond those before it, with its outline, source and date. What is not known is named: it makes the
//! result an upper bound, and is never taken for zero.

mod assemble;
pub mod domain;
pub mod dto;
pub mod error;
pub mod handlers;
pub mod ops;
mod store;
