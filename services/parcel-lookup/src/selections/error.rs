//! Errors of selections.

use db::DatabaseFault;
use diesel::result::Error;
use http_kit::{ApiError, ErrorCode};
use ogc_features::ReadError;

use super::domain::MAX_SELECTED;

#[derive(Debug, thiserror::Error)]
pub enum SelectionError {
    /// Also when the selection belongs to another firm, or is older than a day.
    #[error("no such selection")]
    NotFound,
    #[error("the selection has more parcels than allowed")]
    TooLarge,
    /// Also when the run belongs to another firm, or is not done.
    #[error("This search run has no result.")]
    NoSearch,
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    #[error("main-api is unavailable: {0}")]
    Projects(String),
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<Error> for SelectionError {
    fn from(error: Error) -> Self {
        Self::Read(error.into())
    }
}

impl DatabaseFault for SelectionError {
    fn database_error(&self) -> Option<&Error> {
        match self {
            Self::Read(error) => error.database_error(),
            _ => None,
        }
    }
}

impl From<SelectionError> for ApiError {
    fn from(error: SelectionError) -> Self {
        match error {
            SelectionError::NotFound => Self::new(
                ErrorCode::SelectionNotFound,
                "This selection no longer exists. Please select again.",
            ),
            SelectionError::TooLarge => Self::new(
                ErrorCode::SelectionTooLarge,
                "This selection has more than 100,000 parcels. Choose a smaller area or add a filter.",
            )
            .with("limit", MAX_SELECTED),
            SelectionError::NoSearch => {
                Self::new(ErrorCode::SearchRunNotFound, "This search run has no result.")
            }
            SelectionError::NoProject => {
                Self::new(ErrorCode::ProjectNotFound, "Project not found.")
            }
            error @ SelectionError::Projects(_) => Self::new(
                ErrorCode::ProjectUnavailable,
                "The project cannot be read at the moment. Please try again.",
            )
            .caused_by(error),
            SelectionError::Read(error) => error.into(),
        }
    }
}
