//! What can go wrong with finding or changing a property.

use http_kit::{ApiError, ErrorCode};
use serde_json::{Value, json};

use super::store::PropertyRow;

/// A failure of a property call.
#[derive(Debug, thiserror::Error)]
pub enum PropertyError {
    /// No such property, or another firm's.
    #[error("no such property")]
    NotFound,
    /// No such project, or another firm's.
    #[error("no such project")]
    NoProject,
    /// The parcel number means several properties.
    #[error("the parcel number is ambiguous")]
    Ambiguous(Vec<PropertyRow>),
    /// main-api could not be asked whether a project exists.
    #[error("main-api did not answer")]
    MainApi(#[source] reqwest::Error),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<PropertyError> for ApiError {
    fn from(error: PropertyError) -> Self {
        match error {
            PropertyError::NotFound => {
                Self::new(ErrorCode::PropertyNotFound, "Property not found.")
            }
            PropertyError::NoProject => Self::new(ErrorCode::ProjectNotFound, "Project not found."),
            PropertyError::Ambiguous(rows) => Self::new(
                ErrorCode::PropertyAmbiguous,
                "This parcel number means more than one property. Please choose one.",
            )
            .with("candidates", rows.iter().map(candidate).collect::<Vec<_>>()),
            PropertyError::MainApi(cause) => Self::new(
                ErrorCode::ProjectUnavailable,
                "The project cannot be checked right now. Please try again in a moment.",
            )
            .caused_by(cause),
            PropertyError::Database(error) => error.into(),
        }
    }
}

fn candidate(row: &PropertyRow) -> Value {
    json!({ "ll_uuid": row.ll_uuid, "county_fips": row.county_fips, "address": row.address })
}
