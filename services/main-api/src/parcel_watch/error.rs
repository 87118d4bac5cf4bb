//! Errors of parcel changes.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum ParcelWatchError {
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    /// Also when the change is another firm's.
    #[error("no such change")]
    NoChange,
    /// Also when it was revoked, or its owner deactivated.
    #[error("no such feed")]
    NoFeed,
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<ParcelWatchError> for ApiError {
    fn from(error: ParcelWatchError) -> Self {
        match error {
            ParcelWatchError::NoProject => {
                Self::new(ErrorCode::ProjectNotFound, "Project not found.")
            }
            ParcelWatchError::NoChange => {
                Self::new(ErrorCode::ParcelChangeNotFound, "Parcel change not found.")
            }
            ParcelWatchError::NoFeed => Self::new(ErrorCode::ParcelFeedNotFound, "Feed not found."),
            ParcelWatchError::Database(error) => error.into(),
        }
    }
}
