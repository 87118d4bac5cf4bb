//! Many letters of intent at once from a project's properties: preview, making with numbers, PDFs in
//! the background, and a print file of all.
//!
//! Numbers, letters and offer values are written in one transaction, PDFs are made by a job each: a
//! letter that is interrupted is made again with the same bytes, and attached once.

pub mod again;
pub mod batch;
pub mod compose;
pub mod document;
pub mod dto;
mod error;
pub mod handlers;
mod inputs;
pub mod make;
pub mod nodes;
pub mod offers;
pub mod preview;
pub mod progress;
pub mod render;
pub mod sender;
pub mod store;
pub mod template_preview;
pub mod undo;
pub mod undo_dto;
pub mod undo_store;

pub use error::LetterJobError;
