//! States of runs and their transitions, and kinds of failures.
//!
//! Every statement that changes a state takes the allowed source states from this table, so that
//! concurrent replicas, workers and cancellations cannot conflict: the second one changes nothing.

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
pub enum RunState {
    /// Waiting for its turn.
    Queued,
    /// Its layers are being fetched.
    Preparing,
    /// Its batches are being computed.
    Running,
    /// The result is available.
    Succeeded,
    /// It ended with an error.
    Failed,
    /// A user of the firm cancelled it.
    Cancelled,
}

impl RunState {
    pub const ALL: [Self; 6] = [
        Self::Queued,
        Self::Preparing,
        Self::Running,
        Self::Succeeded,
        Self::Failed,
        Self::Cancelled,
    ];

    /// As stored and as sent in JSON.
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

    /// States with a possible successor.
    pub const ACTIVE: [Self; 3] = [Self::Queued, Self::Preparing, Self::Running];

    /// Final states.
    pub const ENDED: [Self; 3] = [Self::Succeeded, Self::Failed, Self::Cancelled];

    pub const fn has_ended(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }

    /// Whether the transition is allowed.
    pub const fn may_become(self, next: Self) -> bool {
        match (self, next) {
            (Self::Queued, Self::Preparing)
            // Requeued when the preparing process died.
            | (Self::Preparing, Self::Queued | Self::Running)
            | (Self::Running, Self::Succeeded) => true,
            (active, Self::Failed | Self::Cancelled) => !active.has_ended(),
            _ => false,
        }
    }

    /// The states from which `self` can be reached.
    pub fn sources(self) -> Vec<Self> {
        Self::ALL
            .into_iter()
            .filter(|state| state.may_become(self))
            .collect()
    }
}

db::text_enum!(RunState);

/// State of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum BatchState {
    /// Not queued yet.
    Waiting,
    /// On the work queue; not started.
    Queued,
    Running,
    /// Its output is stored.
    Done,
}

impl BatchState {
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Queued, Self::Running, Self::Done];

    /// States with a lease.
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

/// Why a run failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum FailureKind {
    /// The selected area cannot be simulated.
    Area,
    /// A public service of layers was unavailable.
    Service,
    /// The operator's layers are invalid.
    Layers,
    /// Files could not be stored.
    Storage,
    /// The run could not be processed.
    Work,
}

impl FailureKind {
    pub const ALL: [Self; 5] = [
        Self::Area,
        Self::Service,
        Self::Layers,
        Self::Storage,
        Self::Work,
    ];

    /// As stored, logged and counted.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Service => "service",
            Self::Layers => "layers",
            Self::Storage => "storage",
            Self::Work => "work",
        }
    }
}

db::text_enum!(FailureKind);

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
            // Every active run can be cancelled.
            assert_eq!(state.may_become(RunState::Cancelled), !state.has_ended());
        }
        assert_eq!(RunState::Succeeded.sources(), [RunState::Running]);
        assert_eq!(RunState::Preparing.sources(), [RunState::Queued]);
    }
}
