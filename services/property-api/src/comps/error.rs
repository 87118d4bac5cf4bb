//! Errors of comparable sales.

use comparable_sales::CalculationError;
use http_kit::{ApiError, ErrorCode};

use super::domain::Faults;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum CompError {
    /// Also when the sale belongs to another firm.
    #[error("no such comparable sale")]
    NotFound,
    /// Also when the frozen copy belongs to another firm.
    #[error("no such frozen comparable sales")]
    NoSnapshot,
    /// Holds the current version.
    #[error("the sale was changed meanwhile")]
    Changed(i64),
    /// Holds the current version.
    #[error("the set was changed meanwhile")]
    SetChanged(i64),
    #[error("the sale is not valid")]
    Fields(Faults),
    /// Holds the field's path and the sentence.
    #[error("the set is not valid")]
    Item(String, &'static str),
    /// Holds the sentence.
    #[error("the file has no sales")]
    File(String),
    #[error("too many sales for a file")]
    TooMany,
    #[error("the file cannot be written")]
    Unwritten(#[source] csv::Error),
    #[error("there is no offer")]
    Calculation(#[from] CalculationError),
    #[error("a frozen copy cannot be read or written")]
    Stored(#[from] serde_json::Error),
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<CompError> for ApiError {
    fn from(error: CompError) -> Self {
        match error {
            CompError::NotFound => Self::new(ErrorCode::CompNotFound, "Comparable sale not found."),
            CompError::NoSnapshot => Self::new(
                ErrorCode::CompSnapshotNotFound,
                "These comparable sales were not found.",
            ),
            CompError::Changed(version) => Self::new(
                ErrorCode::CompChanged,
                "This comparable sale was changed meanwhile. Please reload it.",
            )
            .with("version", version),
            CompError::SetChanged(version) => Self::new(
                ErrorCode::CompSetChanged,
                "The comparable sales of this property were changed meanwhile. Please reload them.",
            )
            .with("version", version),
            CompError::Fields(faults) => faults
                .into_iter()
                .fold(Self::validation(), |error, (field, sentence)| {
                    error.field(field, sentence)
                }),
            CompError::Item(field, sentence) => Self::invalid(field, sentence),
            CompError::Calculation(cause) => {
                let (field, sentence) = refusal(cause);
                Self::invalid(field, sentence)
            }
            CompError::File(sentence) => Self::invalid("text", sentence),
            CompError::TooMany => Self::invalid(
                "since",
                "These are more than 50,000 sales. Choose a later day.",
            ),
            CompError::Unwritten(cause) => Self::internal(cause),
            CompError::Stored(cause) => Self::internal(cause),
            CompError::Property(error) => error.into(),
            CompError::Database(error) => error.into(),
        }
    }
}

const fn refusal(error: CalculationError) -> (&'static str, &'static str) {
    match error {
        CalculationError::TooFew => ("measure", "At least three sales must count."),
        CalculationError::NoArea => ("area", "Enter the area of the property."),
        CalculationError::Step => ("step", "Use whole dollars from 1 to 100,000,000."),
        CalculationError::Nothing => ("percent", "This gives no offer above 0."),
        CalculationError::TooLarge => ("area", "This gives a trillion dollars or more."),
    }
}
