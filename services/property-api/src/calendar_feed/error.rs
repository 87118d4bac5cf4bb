//! Errors of calendar feeds.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum CalendarError {
    /// Also of an address that was replaced or ended.
    #[error("there is no such calendar")]
    NotFound,
    /// Too many fetches in an hour.
    #[error("the calendar is fetched too often")]
    TooMany,
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<CalendarError> for ApiError {
    fn from(error: CalendarError) -> Self {
        match error {
            CalendarError::NotFound => {
                Self::new(ErrorCode::CalendarNotFound, "There is no such calendar.")
            }
            CalendarError::TooMany => Self::new(
                ErrorCode::TooManyRequests,
                "This calendar is fetched too often. Please try again in an hour.",
            ),
            CalendarError::Database(error) => error.into(),
        }
    }
}
