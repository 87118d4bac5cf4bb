//! Errors of incomes.

use http_kit::{ApiError, ErrorCode};

use crate::comps::domain::Faults;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum IncomeError {
    /// Also when the income belongs to another firm.
    #[error("no such income")]
    NotFound,
    /// Holds the current version.
    #[error("the income was changed meanwhile")]
    Changed(i64),
    #[error("the income is not valid")]
    Fields(Faults),
    #[error("the price is not above 0")]
    Price,
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<IncomeError> for ApiError {
    fn from(error: IncomeError) -> Self {
        match error {
            IncomeError::NotFound => Self::new(ErrorCode::IncomeNotFound, "Income not found."),
            IncomeError::Changed(version) => Self::new(
                ErrorCode::IncomeChanged,
                "This income was changed meanwhile. Please reload it.",
            )
            .with("version", version),
            IncomeError::Fields(faults) => faults
                .into_iter()
                .fold(Self::validation(), |error, (field, sentence)| {
                    error.field(format!("income.{field}"), sentence)
                }),
            IncomeError::Price => Self::invalid("price", "Use a price above 0."),
            IncomeError::Property(error) => error.into(),
            IncomeError::Database(error) => error.into(),
        }
    }
}
