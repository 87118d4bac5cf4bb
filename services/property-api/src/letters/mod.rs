//! Drafts of letters of intent: the editable body as sanitised HTML, one a property; and versions.
//!
//! The letter itself is made in the browser and kept as an attachment; a draft ends with it, and its
//! text stays as a version. Texts of deleted and replaced drafts are versions too, for 30 days.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::LetterError;
