//! Letters as Word files: the download that the other side redlines, and what comes back.
//!
//! A returned file is stored as what the other side says, and sets the letter to `countered`. Nothing
//! of it is accepted by itself: people choose changes, and 'Edit a copy' makes the next version. A
//! file that is not of the letter is compared only.

pub mod dto;
mod error;
pub mod form;
pub mod handlers;
pub mod ops;
pub mod receive;
pub mod store;

pub use error::DocxError;
