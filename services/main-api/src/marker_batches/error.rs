//! Errors of batches of markers.

use http_kit::{ApiError, ErrorCode};

use crate::markers::MarkerError;

#[derive(Debug, thiserror::Error)]
pub enum MarkerBatchError {
    /// Also when the batch belongs to another firm.
    #[error("no such batch")]
    NotFound,
    /// It is older than a minute.
    #[error("the batch can no longer be undone")]
    Expired,
    /// Also when it is older than a day, or belongs to another firm.
    #[error("no such selection")]
    NoSelection,
    /// The selection has more parcels than are added at once.
    #[error("the selection is too large")]
    TooLarge,
    #[error(transparent)]
    Marker(#[from] MarkerError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<MarkerBatchError> for ApiError {
    fn from(error: MarkerBatchError) -> Self {
        match error {
            MarkerBatchError::NotFound => Self::new(
                ErrorCode::MarkerBatchNotFound,
                "These parcels were not added together.",
            ),
            MarkerBatchError::Expired => Self::new(
                ErrorCode::MarkerBatchUndoExpired,
                "The time to undo has passed. Remove the parcels one by one.",
            ),
            MarkerBatchError::NoSelection => Self::new(
                ErrorCode::SelectionNotFound,
                "This selection no longer exists. Please select again.",
            ),
            MarkerBatchError::TooLarge => {
                Self::invalid("selection_id", "Select at most 10,000 parcels.")
            }
            MarkerBatchError::Marker(error) => error.into(),
            MarkerBatchError::Database(error) => error.into(),
        }
    }
}
