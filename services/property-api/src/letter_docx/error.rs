//! Errors of returned documents.

use http_kit::{ApiError, ErrorCode};
use letter_docx::ReadError;

use crate::attachments::AttachmentError;
use crate::letter_register::RegisterError;

#[derive(Debug, thiserror::Error)]
pub enum DocxError {
    /// Also when the document belongs to another firm.
    #[error("there is no such returned document")]
    NotFound,
    /// A field is missing or invalid; holds its name and the message.
    #[error("{1}")]
    Field(&'static str, &'static str),
    #[error("the document is too large")]
    TooLarge,
    /// The document cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The form cannot be read.
    #[error(transparent)]
    Form(#[from] AttachmentError),
    #[error(transparent)]
    Letter(#[from] RegisterError),
    /// A task of this service was aborted.
    #[error("a task was aborted")]
    Task(#[from] tokio::task::JoinError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<DocxError> for ApiError {
    fn from(error: DocxError) -> Self {
        match error {
            DocxError::NotFound => Self::new(
                ErrorCode::LetterReturnNotFound,
                "There is no such returned document.",
            ),
            DocxError::Field(field, sentence) => Self::invalid(field, sentence),
            DocxError::TooLarge => Self::new(
                ErrorCode::LetterReturnTooLarge,
                "The document is larger than 10 MB.",
            ),
            DocxError::Unreadable(error) => Self::invalid("file", error.to_string()),
            DocxError::Form(error) => error.into(),
            DocxError::Letter(error) => error.into(),
            DocxError::Task(error) => Self::internal(error),
            DocxError::Database(error) => error.into(),
        }
    }
}
