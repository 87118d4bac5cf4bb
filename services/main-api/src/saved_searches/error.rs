//! Errors of saved searches.

use http_kit::{ApiError, ErrorCode};

use super::domain::MAX_SEARCHES;
use crate::markers::MarkerError;

#[derive(Debug, thiserror::Error)]
pub enum SavedSearchError {
    /// Also when the search belongs to another firm.
    #[error("no such search")]
    NotFound,
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    /// A search of the project has this name.
    #[error("the name is taken")]
    NameTaken,
    #[error("too many searches")]
    LimitReached,
    /// Someone else changed it.
    #[error("the version is old")]
    Changed,
    #[error(transparent)]
    Event(#[from] MarkerError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<SavedSearchError> for ApiError {
    fn from(error: SavedSearchError) -> Self {
        match error {
            SavedSearchError::NotFound => {
                Self::new(ErrorCode::SavedSearchNotFound, "Search not found.")
            }
            SavedSearchError::NoProject => {
                Self::new(ErrorCode::ProjectNotFound, "Project not found.")
            }
            SavedSearchError::NameTaken => Self::new(
                ErrorCode::SavedSearchNameTaken,
                "This project already has a search with this name.",
            ),
            SavedSearchError::LimitReached => Self::new(
                ErrorCode::SavedSearchLimitReached,
                format!(
                    "A project has at most {MAX_SEARCHES} searches. Delete one that you no longer need."
                ),
            ),
            SavedSearchError::Changed => Self::new(
                ErrorCode::SavedSearchChanged,
                "Someone else has changed this search. Please look at it again.",
            ),
            SavedSearchError::Event(error) => error.into(),
            SavedSearchError::Database(error) => error.into(),
        }
    }
}
