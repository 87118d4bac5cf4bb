//! Errors of tasks.

use http_kit::{ApiError, ErrorCode};

use crate::deals::DealError;

/// Why a task stays as it is.
pub const CHANGED: &str = "This task was changed meanwhile. Please reload it.";
pub const OF_LETTER: &str = "This task follows its letter. Change the letter's dates.";

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
    #[error("there are too many changes, or none")]
    Count,
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
            TaskError::Changed(version) => {
                Self::new(ErrorCode::DealRecordChanged, CHANGED).with("version", version)
            }
            TaskError::Title(sentence) => Self::invalid("title", sentence),
            TaskError::Count => Self::invalid(
                "changes",
                "Please choose 1 to 500 tasks, each of them once.",
            ),
            TaskError::OfLetter(field) => Self::invalid(field, OF_LETTER),
            TaskError::Deal(error) => error.into(),
            TaskError::Database(error) => error.into(),
        }
    }
}
