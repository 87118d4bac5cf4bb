//! The life of a run, as a type.
//!
//! Every statement that changes a state takes the states that it may come from out of this table,
//! so that two replicas, a worker and a user who cancels cannot contradict each other: whoever comes
//! second changes nothing.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
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

    /// From its stored name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

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

    /// The names of the states from which a run may come to this one.
    pub fn sources(self) -> Vec<&'static str> {
        Self::ALL
            .into_iter()
            .filter(|state| state.may_become(self))
            .map(Self::as_str)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_and_ends_are_final() {
        for state in RunState::ALL {
            assert_eq!(RunState::of(state.as_str()), Some(state));
            assert!(!state.may_become(state));
            for next in RunState::ALL {
                assert!(!(state.has_ended() && state.may_become(next)));
            }
            // From everywhere that is not an end, somebody may cancel.
            assert_eq!(state.may_become(RunState::Cancelled), !state.has_ended());
        }
        assert_eq!(RunState::of("paused"), None);
        assert_eq!(RunState::Succeeded.sources(), ["running"]);
        assert_eq!(RunState::Preparing.sources(), ["queued"]);
    }
}
