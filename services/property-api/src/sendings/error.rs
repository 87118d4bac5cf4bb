//! Why a sending stays as it is.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum SendingError {
    /// Also when it is another firm's.
    #[error("there is no such sending")]
    NotFound,
    #[error("the messages are no longer held")]
    Left,
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<SendingError> for ApiError {
    fn from(error: SendingError) -> Self {
        match error {
            SendingError::NotFound => {
                Self::new(ErrorCode::SendingNotFound, "There is no such sending.")
            }
            SendingError::Left => Self::new(
                ErrorCode::SendingLeft,
                "It is too late: the messages are on their way.",
            ),
            SendingError::Database(error) => error.into(),
        }
    }
}
