//! What a letter says of the firm and of the person who signs it: address block, signatory,
//! disclaimer, logo and signature.
//!
//! Pictures are small and kept in the database beside their owner, so that a replaced one is gone
//! with the same transaction and row-level security covers the bytes themselves.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod image;
pub mod ops;
pub mod store;

pub use error::LetterheadError;
