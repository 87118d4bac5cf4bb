//! Sessions that were ended before their access tokens ran out.
//!
//! Logging out or changing a password must end a session at once on every service. Each keeps the
//! ended sessions for as long as a token of theirs could still be valid, fed by `session.revoked`;
//! main-api fills it from its table at the start. Nothing is stored: a service that starts after the
//! event relies on the short life of the tokens.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::SessionId;
use tokio::time::Instant;

use crate::ACCESS_SECONDS;

/// The ended sessions, shared by all clones.
#[derive(Debug, Clone, Default)]
pub struct Revocations(Arc<RwLock<HashMap<SessionId, Instant>>>);

impl Revocations {
    /// How long a session is kept: until its last token has surely run out.
    const KEPT: Duration = Duration::from_secs(ACCESS_SECONDS.unsigned_abs() + 60);

    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends sessions here, and forgets those whose last token has run out.
    pub fn revoke(&self, sessions: impl IntoIterator<Item = SessionId>) {
        let now = Instant::now();
        // The map is whole whatever panicked while holding the lock.
        let mut ended = self.0.write().unwrap_or_else(PoisonError::into_inner);
        ended.retain(|_, at| now.duration_since(*at) < Self::KEPT);
        ended.extend(sessions.into_iter().map(|session| (session, now)));
    }

    /// Whether a session was ended.
    pub fn is_revoked(&self, session: SessionId) -> bool {
        let ended = self.0.read().unwrap_or_else(PoisonError::into_inner);
        ended.contains_key(&session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[tokio::test(start_paused = true)]
    async fn an_ended_session_is_kept_as_long_as_its_tokens_live() {
        let revocations = Revocations::new();
        let [first, second, other] = [1, 2, 3].map(|n| SessionId(Uuid::from_u128(n)));
        revocations.clone().revoke([first]);
        assert!(revocations.is_revoked(first));
        assert!(!revocations.is_revoked(other));
        tokio::time::advance(Duration::from_mins(15)).await;
        revocations.revoke([second]);
        assert!(revocations.is_revoked(first));
        tokio::time::advance(Duration::from_secs(61)).await;
        revocations.revoke([]);
        assert!(!revocations.is_revoked(first));
        assert!(revocations.is_revoked(second));
    }
}
