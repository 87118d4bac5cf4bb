//! Errors of tasks.

use http_kit::{ApiError, ErrorCode};

use crate::deals::DealError;

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// Also when the task belongs to another firm.
    #[error("no such task")]
    NotFound,
    /// Holds the current version.
    #[error("the task was changed meanwhile")]
    Changed(i64),
    #[error("the title is not valid")]
    Title(&'static str),
    /// A letter says this field of the task.
    #[error("the task follows its letter")]
    OfLetter(&'static str),
    #[error(transparent)]
    Deal(#[from] DealError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<TaskError> for ApiError {
    fn from(error: TaskError) -> Self {
        match error {
            TaskError::NotFound => Self::new(ErrorCode::DealTaskNotFound, "Task not found."),
            TaskError::Changed(version) => Self::new(
                ErrorCode::DealRecordChanged,
                "This task was changed meanwhile. Please reload it.",
            )
            .with("version", version),
            TaskError::Title(sentence) => Self::invalid("title", sentence),
            TaskError::OfLetter(field) => Self::invalid(
                field,
                "This task follows its letter. Change the letter's dates.",
            ),
            TaskError::Deal(error) => error.into(),
            TaskError::Database(error) => error.into(),
        }
    }
}
