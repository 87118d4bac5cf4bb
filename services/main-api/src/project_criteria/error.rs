//! Errors of criteria.

use http_kit::{ApiError, ErrorCode};
use site_search::Fault;

use crate::projects::ProjectError;

#[derive(Debug, thiserror::Error)]
pub enum CriteriaError {
    /// Also when the project belongs to another firm.
    #[error("no such project")]
    NoProject,
    #[error("the criteria are invalid")]
    Invalid(Vec<Fault>),
    /// The current version is given.
    #[error("somebody else has changed the criteria")]
    Changed(i64),
    /// This version of the program cannot read them.
    #[error("the stored criteria cannot be read: {0}")]
    Unreadable(serde_json::Error),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<CriteriaError> for ApiError {
    fn from(error: CriteriaError) -> Self {
        match error {
            CriteriaError::NoProject => ProjectError::NotFound.into(),
            CriteriaError::Invalid(faults) => {
                faults.into_iter().fold(Self::validation(), |error, fault| {
                    error.field(format!("criteria.{}", fault.field), fault.sentence)
                })
            }
            CriteriaError::Changed(version) => Self::new(
                ErrorCode::CriteriaChanged,
                "Somebody else has changed the criteria meanwhile. Reload them and repeat your change.",
            )
            .with("version", version),
            CriteriaError::Unreadable(error) => Self::internal(error),
            CriteriaError::Database(error) => error.into(),
        }
    }
}
