//! Limits the event streams of a session.
//!
//! A stream occupies a connection at the proxy and here, so one session must not be able to take
//! all of them. The oldest one is ended, because it is most likely abandoned.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::SessionId;
use tokio::sync::Notify;

/// Limit per session, kind of stream and replica.
pub const STREAMS_A_SESSION: usize = 5;
/// Name of the last event of a stream that was replaced. Its client must not reconnect immediately,
/// or the streams of one session would replace each other forever.
pub const REPLACED: &str = "replaced";

type Open = HashMap<SessionId, VecDeque<Arc<Notify>>>;

/// The open streams of a process; clones share them.
#[derive(Debug, Clone, Default)]
pub struct SessionStreams(Arc<Mutex<Open>>);

impl SessionStreams {
    /// Registers a stream; the oldest ones of the session are ended if there are too many.
    pub fn open(&self, session: SessionId) -> StreamPlace {
        let displaced = Arc::new(Notify::new());
        let mut open = self.lock();
        let own = open.entry(session).or_default();
        own.push_back(Arc::clone(&displaced));
        while own.len() > STREAMS_A_SESSION {
            if let Some(oldest) = own.pop_front() {
                oldest.notify_one();
            }
        }
        drop(open);
        StreamPlace {
            session,
            displaced,
            streams: self.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        // The map stays consistent even if a thread panicked while holding the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Registration of one stream; removed on drop.
#[derive(Debug)]
pub struct StreamPlace {
    session: SessionId,
    displaced: Arc<Notify>,
    streams: SessionStreams,
}

impl StreamPlace {
    /// Waits until a newer stream replaces this one.
    pub async fn displaced(&self) {
        self.displaced.notified().await;
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        if let Some(own) = open.get_mut(&self.session) {
            own.retain(|other| !Arc::ptr_eq(other, &self.displaced));
            if own.is_empty() {
                open.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_oldest_of_the_same_session_gives_way() {
        let streams = SessionStreams::default();
        let [session, other] = [1, 2].map(|n| SessionId(Uuid::from_u128(n)));
        let foreign = streams.open(other);
        let mut places: Vec<_> = (0..STREAMS_A_SESSION)
            .map(|_| streams.open(session))
            .collect();
        assert!(
            places
                .iter()
                .all(|place| place.displaced().now_or_never().is_none())
        );
        let newest = streams.open(session);
        assert!(places[0].displaced().now_or_never().is_some());
        assert!(places[1].displaced().now_or_never().is_none());
        // A closed stream replaces none.
        drop(newest);
        places.push(streams.open(session));
        assert!(places[1].displaced().now_or_never().is_none());
        assert!(foreign.displaced().now_or_never().is_none());
        drop(places);
        drop(foreign);
        assert!(streams.lock().is_empty());
    }
}
