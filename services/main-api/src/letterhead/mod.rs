//! Letterheads: address block, signatory, disclaimer, logo and signature.
//!
//! Images are small and stored in the database with their owner: replacing one is transactional,
//! and row-level security covers its bytes.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod image;
pub mod ops;
pub mod store;

pub use error::LetterheadError;
