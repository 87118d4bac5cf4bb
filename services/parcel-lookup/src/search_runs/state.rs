//! States of search runs.

use diesel::sql_types::Text;
use diesel::{AsExpression, FromSqlRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// State of a run.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, AsExpression, FromSqlRow,
)]
#[serde(rename_all = "snake_case")]
#[diesel(sql_type = Text)]
pub enum SearchState {
    /// Waiting for its turn.
    Queued,
    /// Its parcels are being judged.
    Running,
    /// The result is available.
    Done,
    /// It ended with an error.
    Failed,
    /// A user of the firm cancelled it.
    Cancelled,
}

impl SearchState {
    pub const ALL: [Self; 5] = [
        Self::Queued,
        Self::Running,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];
    /// States with a possible successor.
    pub const ACTIVE: [Self; 2] = [Self::Queued, Self::Running];

    /// As stored and as sent in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub const fn has_ended(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

db::text_enum!(SearchState);
