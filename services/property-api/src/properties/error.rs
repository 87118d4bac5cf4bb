//! Errors of properties.

use http_kit::{ApiError, ErrorCode};
use serde_json::{Value, json};

use super::edits::changed_since;
use super::store::PropertyRow;

#[derive(Debug, thiserror::Error)]
pub enum PropertyError {
    /// Also when the property belongs to another firm.
    #[error("no such property")]
    NotFound,
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    /// The parcel number matches several properties; holds the candidates.
    #[error("the parcel number is ambiguous")]
    Ambiguous(Vec<PropertyRow>),
    /// Also when it was undone, or is older than a day.
    #[error("no such edit of a value")]
    NoValueEdit,
    /// Who set the value after the edit.
    #[error("the value was set after the edit")]
    ValueChanged(Option<String>),
    /// main-api is unavailable whether the project exists.
    #[error("main-api is unavailable")]
    MainApi(#[source] reqwest::Error),
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
                "This parcel number matches more than one property. Please choose one.",
            )
            .with("candidates", rows.iter().map(candidate).collect::<Vec<_>>()),
            PropertyError::NoValueEdit => Self::new(
                ErrorCode::ValueEditNotFound,
                "This change can no longer be undone.",
            ),
            PropertyError::ValueChanged(by) => {
                Self::new(ErrorCode::ValueChangedSince, changed_since(by.as_deref()))
            }
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
    json!({ "ll_uuid": row.ll_uuid, "county_fips": row.parcel.county_fips, "address": row.parcel.address })
}
