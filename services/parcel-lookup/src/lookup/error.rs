//! Errors of a lookup.
//!
//! An unknown parcel is a result and not an error; an unavailable provider is an error, because the
//! parcel may exist.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A provider that may have the parcel did not answer, and no other source has it.
    #[error("a parcel provider is unavailable")]
    ProviderDown(#[source] provider_client::ProviderError),
    /// The parcel table could not be read or written.
    #[error("the parcel table could not be read or written")]
    Database(#[from] diesel::result::Error),
}

impl From<LookupError> for ApiError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::ProviderDown(_) => Self::new(
                ErrorCode::ParcelProviderUnavailable,
                "The parcel provider is unavailable. Please try again.",
            )
            .caused_by(error),
            LookupError::Database(error) => error.into(),
        }
    }
}
