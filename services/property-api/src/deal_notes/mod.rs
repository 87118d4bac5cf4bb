//! Notes about deals, and the people whom they mention.

pub mod dto;
mod error;
pub mod handlers;
pub mod mention_dto;
pub mod mention_handlers;
pub mod mention_store;
mod mentions;
pub mod ops;
pub mod store;

pub use error::NoteError;
