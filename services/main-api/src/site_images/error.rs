//! Errors of site images.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum SiteImageError {
    /// No image is stored for this parcel.
    #[error("no such image")]
    NotFound,
    /// The source is unavailable or did not return an image.
    #[error("the image source failed: {0}")]
    Source(String),
    #[error("the storage failed")]
    Storage(#[from] std::io::Error),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<SiteImageError> for ApiError {
    fn from(error: SiteImageError) -> Self {
        match error {
            SiteImageError::NotFound => Self::new(
                ErrorCode::SiteImageNotFound,
                "There is no image of this parcel.",
            ),
            error @ SiteImageError::Source(_) => Self::new(
                ErrorCode::SiteImageUnavailable,
                "The image could not be fetched. Please try again in a moment.",
            )
            .caused_by(error),
            SiteImageError::Storage(error) => Self::internal(error),
            SiteImageError::Database(error) => error.into(),
        }
    }
}
