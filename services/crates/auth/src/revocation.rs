//! Sessions that ended before their access tokens expired.
//!
//! Signing out or changing a password must end a session immediately on every service. Each keeps
//! the ended sessions while a token of theirs could be valid, fed by `session.revoked`. Nothing is
//! stored: a process that starts, or may have missed events, reads main-api's list again
//! ([`crate::EndedSessions`]; main-api its own table) and rejects every request until it has read
//! it once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use domain::SessionId;
use tokio::time::Instant;

use crate::ACCESS_SECONDS;

/// The ended sessions, shared by all clones.
#[derive(Debug, Clone, Default)]
pub struct Revocations(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    ended: RwLock<HashMap<SessionId, Instant>>,
    /// The list was never read.
    unread: AtomicBool,
    /// Events may have been missed since it was read.
    behind: AtomicBool,
}

impl Revocations {
    /// How long a session is kept: until its last token has certainly expired.
    const KEPT: Duration = Duration::from_secs(ACCESS_SECONDS.unsigned_abs() + 60);

    /// Empty, without a list to read.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empty; the list must be read first.
    pub fn unread() -> Self {
        let revocations = Self::default();
        revocations.0.unread.store(true, Ordering::Release);
        revocations.0.behind.store(true, Ordering::Release);
        revocations
    }

    /// Adds the complete list of sessions that ended while a token of theirs could be valid.
    pub fn catch_up(&self, sessions: impl IntoIterator<Item = SessionId>) {
        self.revoke(sessions);
        self.0.unread.store(false, Ordering::Release);
        self.0.behind.store(false, Ordering::Release);
    }

    /// Records that events may have been missed.
    pub fn fall_behind(&self) {
        self.0.behind.store(true, Ordering::Release);
    }

    /// Whether the list has been read at least once.
    pub fn is_read(&self) -> bool {
        !self.0.unread.load(Ordering::Acquire)
    }

    /// Whether no event can have been missed, for `/readyz`.
    pub fn check(&self) -> Result<(), String> {
        if self.0.behind.load(Ordering::Acquire) {
            Err("the ended sessions have not been loaded yet".to_owned())
        } else {
            Ok(())
        }
    }

    /// Adds ended sessions, and deletes those whose last token has expired.
    pub fn revoke(&self, sessions: impl IntoIterator<Item = SessionId>) {
        let now = Instant::now();
        // The map stays consistent even if a thread panicked while holding the lock.
        let mut ended = self.0.ended.write().unwrap_or_else(PoisonError::into_inner);
        ended.retain(|_, at| now.duration_since(*at) < Self::KEPT);
        ended.extend(sessions.into_iter().map(|session| (session, now)));
    }

    /// Whether a session was ended.
    pub fn is_revoked(&self, session: SessionId) -> bool {
        let ended = self.0.ended.read().unwrap_or_else(PoisonError::into_inner);
        ended.contains_key(&session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn nothing_is_known_before_the_list_is_read() {
        let revocations = Revocations::unread();
        assert!(!revocations.is_read() && revocations.check().is_err());
        revocations.catch_up([SessionId(Uuid::from_u128(1))]);
        assert!(revocations.is_read() && revocations.check().is_ok());
        revocations.fall_behind();
        assert!(revocations.is_read() && revocations.check().is_err());
        assert!(revocations.is_revoked(SessionId(Uuid::from_u128(1))));
        assert!(Revocations::new().is_read());
    }

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
