//! Errors of the run endpoints.

use http_kit::{ApiError, ErrorCode};

use crate::growth::runs::row::Unreadable;

/// Most active runs per firm.
pub const MAX_ACTIVE: i64 = 20;

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Also when the run belongs to another firm.
    #[error("This growth run does not exist.")]
    NotFound,
    /// Runs that have ended cannot be cancelled.
    #[error("This growth run has already ended.")]
    Ended,
    /// There is no result (yet).
    #[error("This growth run has no result: it is {0}.")]
    NoResult(&'static str),
    /// This kind of run has no maps.
    #[error("A calibration has no map of growth; apply it to a prediction.")]
    NoMap,
    /// The year was not simulated.
    #[error("This run simulated the years {0} to {1}.")]
    NoSuchYear(i32, i32),
    /// The firm has reached its limit of active runs.
    #[error(
        "Your firm has {MAX_ACTIVE} growth runs queued or running. Please wait until one has ended, or cancel one."
    )]
    TooMany,
    /// The calibration to apply does not exist.
    #[error("This calibration does not exist.")]
    UnknownCalibration,
    /// The calibration to apply has no best set.
    #[error("This calibration has no result yet.")]
    UnfinishedCalibration,
    /// The result's files cannot be read.
    #[error("The result of this run cannot be read at the moment.")]
    Files(#[source] std::io::Error),
    /// The result's files are corrupt.
    #[error("the files of a run are corrupt: {0}")]
    Damaged(String),
    /// This version cannot read the row.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
}

impl From<RunError> for ApiError {
    fn from(error: RunError) -> Self {
        let sentence = error.to_string();
        match error {
            RunError::NotFound => Self::new(ErrorCode::GrowthRunNotFound, sentence),
            RunError::NoSuchYear(..) => Self::new(ErrorCode::GrowthYearNotFound, sentence),
            RunError::Ended => Self::new(ErrorCode::GrowthRunEnded, sentence),
            RunError::NoResult(_) => Self::new(ErrorCode::GrowthNoResult, sentence),
            RunError::NoMap => Self::new(ErrorCode::GrowthNoMap, sentence),
            RunError::TooMany => Self::new(ErrorCode::GrowthTooManyRuns, sentence).retry_after(30),
            RunError::UnknownCalibration => {
                Self::invalid("calibration_id", sentence).code(ErrorCode::CalibrationNotFound)
            }
            RunError::UnfinishedCalibration => {
                Self::invalid("calibration_id", sentence).code(ErrorCode::CalibrationUnfinished)
            }
            RunError::Files(cause) => Self::new(ErrorCode::GrowthFilesUnavailable, sentence)
                .retry_after(5)
                .caused_by(cause),
            RunError::Damaged(_) | RunError::Unreadable(_) => Self::internal(error),
            RunError::Database(cause) => cause.into(),
        }
    }
}
