//! Why a lookup has no answer.
//!
//! "Nobody knows" is an answer and not an error; a provider that is down is one, because the
//! parcel may well exist.

use http_kit::{ApiError, ErrorCode};

/// Why a lookup has no answer.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// A provider that may know the place did not answer, and nobody else knew it.
    #[error("a parcel provider did not answer")]
    ProviderDown(#[source] provider_client::ProviderError),
    /// Our own table could not be asked.
    #[error("the parcel table could not be read or written")]
    Database(#[from] diesel::result::Error),
}

impl From<LookupError> for ApiError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::ProviderDown(_) => Self::new(
                ErrorCode::ParcelProviderUnavailable,
                "The parcel provider is not answering. Please try again.",
            )
            .caused_by(error),
            LookupError::Database(error) => error.into(),
        }
    }
}
