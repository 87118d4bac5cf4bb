//! Errors of markers and parcel outlines.

use http_kit::{ApiError, ErrorCode};
use serde_json::Value;

#[derive(Debug, thiserror::Error)]
pub enum MarkerError {
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    /// Also when the marker belongs to another firm.
    #[error("no such marker")]
    NotFound,
    /// No source knows the parcel.
    #[error("no such parcel")]
    NoParcel,
    /// The number matches several parcels; holds the candidates.
    #[error("the parcel number is ambiguous")]
    Ambiguous(Vec<Value>),
    /// parcel-lookup failed or is unavailable.
    #[error("parcel-lookup is unavailable: {0}")]
    Lookup(String),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<MarkerError> for ApiError {
    fn from(error: MarkerError) -> Self {
        match error {
            MarkerError::NoProject => Self::new(ErrorCode::ProjectNotFound, "Project not found."),
            MarkerError::NotFound => Self::new(ErrorCode::MarkerNotFound, "Marker not found."),
            MarkerError::NoParcel => Self::new(ErrorCode::ParcelNotFound, "Parcel not found."),
            MarkerError::Ambiguous(candidates) => Self::new(
                ErrorCode::ParcelAmbiguous,
                "This parcel number matches more than one parcel.",
            )
            .with("candidates", candidates),
            error @ MarkerError::Lookup(_) => Self::new(
                ErrorCode::ParcelServiceUnavailable,
                "The parcel service is unavailable. Please try again in a moment.",
            )
            .caused_by(error),
            MarkerError::Database(error) => error.into(),
        }
    }
}
