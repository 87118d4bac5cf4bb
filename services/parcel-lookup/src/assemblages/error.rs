//! Errors of assemblages.

use db::DatabaseFault;
use diesel::result::Error;
use domain::ParcelUuid;
use http_kit::{ApiError, ErrorCode};
use ogc_features::ReadError;

use super::domain::MAX_AREA;
use crate::search_runs::SearchError;
use crate::selections::SelectionError;

#[derive(Debug, thiserror::Error)]
pub enum AssemblageError {
    #[error("more parcels of the area match than allowed")]
    TooLarge,
    /// There are so many corners that finding which parcels adjoin was ended.
    #[error("finding which parcels adjoin took too long")]
    TooSlow,
    #[error("no such parcel")]
    NoParcel(Vec<ParcelUuid>),
    #[error(transparent)]
    Selection(#[from] SelectionError),
    /// Of the criteria, and of reading the facts that they ask for.
    #[error(transparent)]
    Criteria(#[from] SearchError),
    /// The thread that searches has panicked.
    #[error("the search ended unexpectedly")]
    Interrupted(#[from] tokio::task::JoinError),
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl From<Error> for AssemblageError {
    fn from(error: Error) -> Self {
        Self::Read(error.into())
    }
}

impl DatabaseFault for AssemblageError {
    fn database_error(&self) -> Option<&Error> {
        match self {
            Self::Read(error) => error.database_error(),
            Self::Selection(error) => error.database_error(),
            Self::Criteria(error) => error.database_error(),
            _ => None,
        }
    }
}

impl From<AssemblageError> for ApiError {
    fn from(error: AssemblageError) -> Self {
        match error {
            AssemblageError::TooLarge => Self::new(
                ErrorCode::SelectionTooLarge,
                "More than 20,000 parcels of this area may be part of a site. Choose a smaller area, or use a filter.",
            )
            .with("limit", MAX_AREA),
            AssemblageError::TooSlow => Self::new(
                ErrorCode::FilterTooSlow,
                "Finding which of these parcels adjoin takes too long. Choose a smaller area.",
            ),
            AssemblageError::NoParcel(missing) => {
                let missing: Vec<String> = missing.iter().map(|id| id.0.to_string()).collect();
                Self::new(ErrorCode::ParcelNotFound, "Parcel not found.").with("not_found", missing)
            }
            AssemblageError::Selection(error) => error.into(),
            AssemblageError::Criteria(error) => error.into(),
            AssemblageError::Interrupted(error) => Self::internal(error),
            AssemblageError::Read(error) => error.into(),
        }
    }
}
