//! Errors of search runs.

use db::DatabaseFault;
use diesel::result::Error;
use http_kit::{ApiError, ErrorCode};
use site_search::Fault;
use table_file::TableError;

use crate::growth::runs::error::RunError;
use crate::selections::SelectionError;

/// Most queued and running runs of a firm.
pub const MAX_ACTIVE: i64 = 10;

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// Also when the run belongs to another firm.
    #[error("This search run does not exist.")]
    NotFound,
    #[error("This search run has already ended.")]
    Ended,
    #[error("This search run has no result: it is {0}.")]
    NoResult(&'static str),
    #[error(
        "Your firm has {MAX_ACTIVE} search runs queued or running. Please wait until one has ended, or cancel one."
    )]
    TooMany,
    #[error("This area has more than 3,000,000 parcels. Choose a smaller one.")]
    TooLarge,
    #[error("This filter takes too long in this area. Choose a smaller one.")]
    FilterTooSlow,
    #[error("This parcel is not in the area of the search run, or does not match its filter.")]
    NoParcel,
    #[error(
        "A parcel of this site is not in the area of the search run, or does not match its filter."
    )]
    NoSite,
    #[error("Runs of two projects cannot be compared.")]
    OtherProject,
    #[error("the criteria are invalid")]
    Criteria(Vec<Fault>),
    /// A field and what is wrong with it.
    #[error("{1}")]
    Field(&'static str, &'static str),
    #[error(transparent)]
    Invalid(ApiError),
    #[error("main-api is unavailable: {0}")]
    Areas(String),
    /// The growth run cannot be used.
    #[error(transparent)]
    Growth(#[from] RunError),
    /// Of the project and its parcels.
    #[error(transparent)]
    Project(#[from] SelectionError),
    /// This version cannot read what is stored.
    #[error("a search run cannot be read: {0}")]
    Unreadable(String),
    #[error(transparent)]
    File(#[from] TableError),
    #[error(transparent)]
    Database(#[from] Error),
}

impl DatabaseFault for SearchError {
    fn database_error(&self) -> Option<&Error> {
        match self {
            Self::Database(error) => Some(error),
            Self::Project(error) => error.database_error(),
            _ => None,
        }
    }
}

impl From<SearchError> for ApiError {
    fn from(error: SearchError) -> Self {
        let sentence = error.to_string();
        match error {
            SearchError::NotFound => Self::new(ErrorCode::SearchRunNotFound, sentence),
            SearchError::Ended => Self::new(ErrorCode::SearchRunEnded, sentence),
            SearchError::NoResult(_) => Self::new(ErrorCode::SearchRunNoResult, sentence),
            SearchError::TooMany => {
                Self::new(ErrorCode::SearchRunTooMany, sentence).retry_after(10)
            }
            SearchError::NoParcel | SearchError::NoSite => {
                Self::new(ErrorCode::SearchRunParcelNotFound, sentence)
            }
            SearchError::TooLarge => Self::invalid("area", sentence),
            SearchError::FilterTooSlow => Self::new(ErrorCode::FilterTooSlow, sentence),
            SearchError::OtherProject => Self::invalid("with", sentence),
            SearchError::Criteria(faults) => {
                faults.into_iter().fold(Self::validation(), |error, fault| {
                    error.field(format!("criteria.{}", fault.field), fault.sentence)
                })
            }
            SearchError::Invalid(error) => error,
            SearchError::Field(field, sentence) => Self::invalid(field, sentence),
            error @ SearchError::Areas(_) => Self::new(
                ErrorCode::ProjectUnavailable,
                "The area cannot be read at the moment. Please try again.",
            )
            .caused_by(error),
            // A run of another firm, one without a result, or a calibration.
            SearchError::Growth(
                error @ (RunError::NotFound | RunError::NoResult(_) | RunError::NoMap),
            ) => Self::invalid("growth_run_id", error.to_string()),
            SearchError::Growth(error) => error.into(),
            SearchError::Project(error) => error.into(),
            error @ (SearchError::Unreadable(_) | SearchError::File(_)) => Self::internal(error),
            SearchError::Database(error) => error.into(),
        }
    }
}
