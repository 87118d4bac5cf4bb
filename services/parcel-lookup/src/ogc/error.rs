//! Errors of reading features.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The filter matches so little, or compares so much, that the statement was ended.
    #[error("the statement took too long")]
    TooSlow(#[source] diesel::result::Error),
    #[error("the parcels could not be read")]
    Database(#[source] diesel::result::Error),
}

impl From<diesel::result::Error> for ReadError {
    fn from(error: diesel::result::Error) -> Self {
        if db::is_statement_timeout(&error) {
            Self::TooSlow(error)
        } else {
            Self::Database(error)
        }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::TooSlow(_) => Self::new(
                ErrorCode::FilterTooSlow,
                "This filter takes too long. Please add a smaller bbox, or a county and a parcel number.",
            )
            .caused_by(error),
            ReadError::Database(error) => error.into(),
        }
    }
}

pub fn collection_not_found() -> ApiError {
    ApiError::new(
        ErrorCode::CollectionNotFound,
        "There is no such collection.",
    )
}

pub fn feature_not_found() -> ApiError {
    ApiError::new(ErrorCode::ParcelNotFound, "Parcel not found.")
}
