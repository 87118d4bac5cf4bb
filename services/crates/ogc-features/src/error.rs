//! Errors of reading features.

use db::{AsyncPgConnection, DatabaseFault};
use diesel::result::{Error, QueryResult};
use diesel_async::SimpleAsyncConnection as _;
use http_kit::{ApiError, ErrorCode};

/// A filter may compare every feature, so it has less time than other statements.
const LIMIT_TIME: &str =
    "SET LOCAL statement_timeout = '5s'; SET LOCAL plan_cache_mode = force_custom_plan";

/// Limits the time of the statements that follow in the transaction. They are planned for the values of their filter.
pub async fn limit_time(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    conn.batch_execute(LIMIT_TIME).await
}

/// Why features could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The filter matches so little, or compares so much, that the statement was ended.
    #[error("the statement took too long")]
    TooSlow(#[source] Error),
    /// The database refused or is unavailable.
    #[error("the features could not be read")]
    Database(#[source] Error),
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        if db::is_statement_timeout(&error) {
            Self::TooSlow(error)
        } else {
            Self::Database(error)
        }
    }
}

impl ReadError {
    /// The problem of a statement that was ended.
    pub fn too_slow() -> ApiError {
        ApiError::new(
            ErrorCode::FilterTooSlow,
            "This filter takes too long. Please add a smaller bbox or a value to be equal.",
        )
    }
}

impl DatabaseFault for ReadError {
    fn database_error(&self) -> Option<&Error> {
        match self {
            Self::TooSlow(error) | Self::Database(error) => Some(error),
        }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::TooSlow(_) => ReadError::too_slow().caused_by(error),
            ReadError::Database(error) => error.into(),
        }
    }
}
