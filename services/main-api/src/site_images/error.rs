//! Errors of site images.

use domain::ParcelUuid;
use http_kit::{ApiError, ErrorCode};
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error)]
pub enum SiteImageError {
    /// No image is stored for this parcel.
    #[error("no such image")]
    NotFound,
    /// Several parcels of this number have images.
    #[error("the parcel number is ambiguous")]
    Ambiguous(Vec<ParcelUuid>),
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
            SiteImageError::Ambiguous(ids) => {
                let candidate =
                    |id: ParcelUuid| json!({ "ll_uuid": id, "county_fips": null, "address": null });
                let candidates: Vec<Value> = ids.into_iter().map(candidate).collect();
                Self::new(
                    ErrorCode::ParcelAmbiguous,
                    "This parcel number matches more than one parcel.",
                )
                .with("candidates", candidates)
            }
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
