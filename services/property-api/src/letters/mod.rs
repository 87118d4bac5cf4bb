//! Drafts of letters of intent: the editable body as sanitised HTML, one a property.
//!
//! The letter itself is made in the browser and kept as an attachment; a draft ends with it.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::LetterError;
