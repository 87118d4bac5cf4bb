//! Why there is no result.

use diesel::result::Error;
use domain::ParcelUuid;
use http_kit::{ApiError, ErrorCode};
use ogc_features::ReadError;

#[derive(Debug, thiserror::Error)]
pub enum BuildableError {
    /// Of one parcel, or of any of several.
    #[error("no such parcel")]
    NoParcel(Vec<ParcelUuid>),
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<Error> for BuildableError {
    fn from(error: Error) -> Self {
        Self::Read(error.into())
    }
}

impl From<BuildableError> for ApiError {
    fn from(error: BuildableError) -> Self {
        match error {
            BuildableError::NoParcel(missing) => {
                Self::new(ErrorCode::ParcelNotFound, "Parcel not found.")
                    .with("not_found", missing_ids(&missing))
            }
            BuildableError::Read(error) => error.into(),
        }
    }
}

fn missing_ids(missing: &[ParcelUuid]) -> Vec<String> {
    missing.iter().map(|id| id.0.to_string()).collect()
}
