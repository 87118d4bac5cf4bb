//! Errors of stages.

use http_kit::{ApiError, ErrorCode};

use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// Also when the stage belongs to another project.
    #[error("no such stage")]
    NotFound,
    /// Holds the current version.
    #[error("the stages were changed meanwhile")]
    Changed(i64),
    /// Fields and messages.
    #[error("the stages are not valid")]
    Fields(Vec<(String, &'static str)>),
    /// Only an admin can set the firm's default.
    #[error("not an admin")]
    AdminOnly,
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<StageError> for ApiError {
    fn from(error: StageError) -> Self {
        match error {
            StageError::NotFound => Self::new(ErrorCode::DealStageNotFound, "Stage not found."),
            StageError::Changed(version) => Self::new(
                ErrorCode::DealStagesChanged,
                "Someone else has changed the stages. Please reload them.",
            )
            .with("version", version),
            StageError::Fields(fields) => fields
                .into_iter()
                .fold(Self::validation(), |error, (name, sentence)| {
                    error.field(name, sentence)
                }),
            StageError::AdminOnly => Self::new(
                ErrorCode::AdminOnly,
                "Only an admin can set the stages of new projects.",
            ),
            StageError::Property(error) => error.into(),
            StageError::Database(error) => error.into(),
        }
    }
}
