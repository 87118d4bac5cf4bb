//! Errors of deals.

use http_kit::{ApiError, ErrorCode};

use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum DealError {
    /// Field and message.
    #[error("a field is not valid")]
    Field(&'static str, &'static str),
    /// Also when the stage belongs to another project.
    #[error("no such stage")]
    NoStage,
    #[error("no such command")]
    NoCommand,
    #[error("the command is too old to be undone")]
    UndoExpired,
    /// Whether a person belongs to the firm is unknown.
    #[error("main-api is unavailable")]
    People(#[source] reqwest::Error),
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<DealError> for ApiError {
    fn from(error: DealError) -> Self {
        match error {
            DealError::Field(name, sentence) => Self::invalid(name, sentence),
            DealError::NoStage => Self::new(ErrorCode::DealStageNotFound, "Stage not found."),
            DealError::NoCommand => Self::new(
                ErrorCode::DealCommandNotFound,
                "This change cannot be found.",
            ),
            DealError::UndoExpired => Self::new(
                ErrorCode::DealUndoExpired,
                "A change can be undone for 24 hours.",
            ),
            DealError::People(cause) => Self::new(
                ErrorCode::PeopleUnavailable,
                "The firm's people cannot be checked right now. Please try again in a moment.",
            )
            .caused_by(cause),
            DealError::Property(error) => error.into(),
            DealError::Database(error) => error.into(),
        }
    }
}
