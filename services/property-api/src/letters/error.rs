//! What can go wrong with a draft.

use http_kit::ApiError;

use crate::properties::PropertyError;

/// A failure of a draft call.
#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// The body is too large.
    #[error("the letter is too large")]
    TooLarge,
    /// The property could not be found.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<LetterError> for ApiError {
    fn from(error: LetterError) -> Self {
        match error {
            LetterError::TooLarge => Self::payload_too_large("The letter is larger than 1 MB."),
            LetterError::Property(error) => error.into(),
            LetterError::Database(error) => error.into(),
        }
    }
}
