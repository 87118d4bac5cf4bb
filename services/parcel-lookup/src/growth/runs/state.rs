//! The life of a run, as a type.
//!
//! Every statement that changes a state takes the states that it may come from out of this table,
//! so that two replicas, a worker and a user who cancels cannot contradict each other: whoever comes
//! second changes nothing.

use diesel::sql_types::Text;
use diesel::{AsExpression, FromSqlRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far a run has come.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, AsExpression, FromSqlRow,
)]
#[serde(rename_all = "snake_case")]
#[diesel(sql_type = Text)]
pub enum RunState {
    /// Waits for its turn.
    Queued,
    /// Its layers are being fetched.
    Preparing,
    /// Its batches are being computed.
    Running,
    /// Its result is there.
    Succeeded,
    /// It ended with an error.
    Failed,
    /// Somebody of the firm ended it.
    Cancelled,
}

impl RunState {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Queued,
        Self::Preparing,
        Self::Running,
        Self::Succeeded,
        Self::Failed,
        Self::Cancelled,
    ];

    /// As stored and as answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Preparing => "preparing",
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Those that something may follow.
    pub const ACTIVE: [Self; 3] = [Self::Queued, Self::Preparing, Self::Running];

    /// Those that nothing follows.
    pub const ENDED: [Self; 3] = [Self::Succeeded, Self::Failed, Self::Cancelled];

    /// Whether nothing follows.
    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }

    /// Whether a run may go from this state to that one.
    pub const fn may_become(self, next: Self) -> bool {
        match (self, next) {
            (Self::Queued, Self::Preparing)
            // The process that prepared it died: it waits again.
            | (Self::Preparing, Self::Queued | Self::Running)
            | (Self::Running, Self::Succeeded) => true,
            (active, Self::Failed | Self::Cancelled) => !active.has_ended(),
            _ => false,
        }
    }

    /// The states from which a run may come to this one.
    pub fn sources(self) -> Vec<Self> {
        Self::ALL
            .into_iter()
            .filter(|state| state.may_become(self))
            .collect()
    }
}

db::text_enum!(RunState);

/// How far a batch of a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum BatchState {
    /// Waits for its turn.
    Waiting,
    /// On the work queue; no worker has begun.
    Queued,
    /// A worker computes it.
    Running,
    /// Its file is there.
    Done,
}

impl BatchState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Queued, Self::Running, Self::Done];

    /// Those that hold a lease.
    pub const IN_FLIGHT: [Self; 2] = [Self::Queued, Self::Running];

    /// As stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
        }
    }
}

db::text_enum!(BatchState);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_final() {
        for state in RunState::ALL {
            assert_eq!(RunState::ACTIVE.contains(&state), !state.has_ended());
            assert_eq!(RunState::ENDED.contains(&state), state.has_ended());
            assert!(!state.may_become(state));
            for next in RunState::ALL {
                assert!(!(state.has_ended() && state.may_become(next)));
            }
            // From everywhere that is not an end, somebody may cancel.
            assert_eq!(state.may_become(RunState::Cancelled), !state.has_ended());
        }
        assert_eq!(RunState::Succeeded.sources(), [RunState::Running]);
        assert_eq!(RunState::Preparing.sources(), [RunState::Queued]);
    }
}
