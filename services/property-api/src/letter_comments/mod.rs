//! What a firm's people say to each other about a letter's text. The other side never sees it.

pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::CommentError;
