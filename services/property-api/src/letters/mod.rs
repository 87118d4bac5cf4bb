//! Letters of intent: one editable draft per property, as sanitized HTML, and versions.
//!
//! The PDF is created in the browser and stored as an attachment; the draft is then deleted and its
//! text kept as a version. Texts of deleted and replaced drafts are versions too, for 30 days.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::LetterError;
