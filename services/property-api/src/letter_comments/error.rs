//! Errors of comments.

use http_kit::{ApiError, ErrorCode};

use crate::letter_register::RegisterError;

#[derive(Debug, thiserror::Error)]
pub enum CommentError {
    /// Also when the comment belongs to another firm.
    #[error("no such comment")]
    NotFound,
    #[error("not the author")]
    OfAnother,
    /// Holds the current version.
    #[error("the comment was changed meanwhile")]
    Changed(i64),
    /// A field is invalid; holds its name and the message.
    #[error("{1}")]
    Field(&'static str, &'static str),
    #[error(transparent)]
    Letter(#[from] RegisterError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<CommentError> for ApiError {
    fn from(error: CommentError) -> Self {
        match error {
            CommentError::NotFound => {
                Self::new(ErrorCode::LetterCommentNotFound, "Comment not found.")
            }
            CommentError::OfAnother => Self::new(
                ErrorCode::LetterCommentOfAnother,
                "Only its author can change this comment.",
            ),
            CommentError::Changed(version) => Self::new(
                ErrorCode::LetterCommentChanged,
                "This comment was changed meanwhile. Please reload it.",
            )
            .with("version", version),
            CommentError::Field(field, sentence) => Self::invalid(field, sentence),
            CommentError::Letter(error) => error.into(),
            CommentError::Database(error) => error.into(),
        }
    }
}
