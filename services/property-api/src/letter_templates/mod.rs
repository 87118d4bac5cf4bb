//! A firm's templates of letters: drafts, published versions, and which one a project's letters are made
//! from. The specification's letter is the first one; it cannot be changed, only copied.

pub mod choice;
pub mod defaults;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod sample;
pub mod store;
pub mod terms;

pub use choice::Chosen;
pub use error::TemplatesError;
