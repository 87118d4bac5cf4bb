//! Why parcels are not exported.

use http_kit::{ApiError, ErrorCode};
use ogc_features::ReadError;
use parcel_export::{ExportError, TableError};

/// Why an export fails.
#[derive(Debug, thiserror::Error)]
pub enum ExportFailure {
    /// More parcels than a request may have.
    #[error("more than {0} parcels are selected")]
    TooLarge(u64),
    /// As many exports as are allowed at once.
    #[error("as many exports are running as are allowed at once")]
    Busy,
    /// Its client reads nothing.
    #[error("its client has read nothing for too long")]
    Silent,
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] ExportError),
    /// The task that writes has panicked.
    #[error("the export ended unexpectedly")]
    Interrupted(#[from] tokio::task::JoinError),
}

impl From<diesel::result::Error> for ExportFailure {
    fn from(error: diesel::result::Error) -> Self {
        Self::Read(error.into())
    }
}

impl From<ExportFailure> for ApiError {
    fn from(error: ExportFailure) -> Self {
        match error {
            ExportFailure::TooLarge(most) => {
                let sentence = format!(
                    "A request exports at most {most} parcels. Please select fewer with bbox, county_fips or filter; the \
                     operator's command parcel-lookup export has no limit."
                );
                Self::new(ErrorCode::ExportTooLarge, sentence).with("limit", most)
            }
            ExportFailure::Busy => {
                let sentence = "Other exports are running. Please try again in a minute.";
                Self::new(ErrorCode::ExportBusy, sentence).retry_after(60)
            }
            ExportFailure::Read(error) => error.into(),
            ExportFailure::Write(ExportError::Table(TableError::TooManyRows)) => {
                let sentence = "A spreadsheet has at most 1,048,575 parcels. Please select fewer.";
                Self::new(ErrorCode::ExportTooLarge, sentence).with("limit", 1_048_575)
            }
            other => Self::internal(other),
        }
    }
}
