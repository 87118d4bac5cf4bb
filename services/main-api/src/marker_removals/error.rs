//! Errors of removals of many parcels.

use http_kit::{ApiError, ErrorCode};

use crate::markers::MarkerError;

#[derive(Debug, thiserror::Error)]
pub enum MarkerRemovalError {
    /// Also when it belongs to another firm.
    #[error("no such removal")]
    NotFound,
    /// It is older than a minute.
    #[error("the removal can no longer be undone")]
    Expired,
    #[error(transparent)]
    Marker(#[from] MarkerError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<MarkerRemovalError> for ApiError {
    fn from(error: MarkerRemovalError) -> Self {
        match error {
            MarkerRemovalError::NotFound => Self::new(
                ErrorCode::MarkerRemovalNotFound,
                "These parcels were not removed together.",
            ),
            MarkerRemovalError::Expired => Self::new(
                ErrorCode::MarkerRemovalUndoExpired,
                "The time to undo has passed. Add the parcels again on the map.",
            ),
            MarkerRemovalError::Marker(error) => error.into(),
            MarkerRemovalError::Database(error) => error.into(),
        }
    }
}
