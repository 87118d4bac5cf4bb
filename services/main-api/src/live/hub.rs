//! The open event streams of this replica.
//!
//! A stream belongs to a session. Its buffer is bounded: a client that falls behind is dropped and
//! reconnects, which costs less than unbounded buffering.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use auth::{REPLACED, STREAMS_A_SESSION};
use bytes::Bytes;
use domain::{CustomerId, SessionId};
use http_kit::sse;
use tokio::sync::mpsc;

/// Messages buffered per client.
const BUFFER: usize = 64;

struct Client {
    customer_id: CustomerId,
    session_id: SessionId,
    sender: mpsc::Sender<Bytes>,
}

/// Cheap to clone.
#[derive(Clone, Default)]
pub struct Hub {
    clients: Arc<Mutex<Clients>>,
}

#[derive(Default)]
struct Clients {
    next: u64,
    /// Keyed by order of arrival.
    open: BTreeMap<u64, Client>,
}

impl Clients {
    /// Ends the session's oldest streams before a new one opens.
    fn make_room(&mut self, session_id: SessionId) {
        let own = self.open.iter();
        let own = own.filter(|(_, client)| client.session_id == session_id);
        let own: Vec<u64> = own.map(|(key, _)| *key).collect();
        let too_many = (own.len() + 1).saturating_sub(STREAMS_A_SESSION);
        for key in &own[..too_many] {
            if let (Some(client), Ok(last)) = (self.open.remove(key), sse::message(REPLACED, &())) {
                deliver(&client, &last);
            }
        }
    }
}

impl Hub {
    pub fn join(&self, customer_id: CustomerId, session_id: SessionId) -> mpsc::Receiver<Bytes> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        let mut clients = self.lock();
        clients.next += 1;
        let key = clients.next;
        // Closed streams are removed when another one opens.
        clients.open.retain(|_, client| !client.sender.is_closed());
        clients.make_room(session_id);
        clients.open.insert(
            key,
            Client {
                customer_id,
                session_id,
                sender,
            },
        );
        metrics::gauge!("event_streams_open").set(clients.open.len() as f64);
        receiver
    }

    /// Sends to the clients of one firm.
    pub fn send(&self, customer_id: CustomerId, message: &Bytes) {
        self.retain(|client| client.customer_id != customer_id || deliver(client, message));
    }

    pub fn send_all(&self, message: &Bytes) {
        self.retain(|client| deliver(client, message));
    }

    pub fn end_sessions(&self, sessions: &[SessionId]) {
        self.retain(|client| !sessions.contains(&client.session_id));
    }

    /// Ends every stream, so that the process can stop.
    pub fn close(&self) {
        self.retain(|_| false);
    }

    fn retain(&self, keep: impl Fn(&Client) -> bool) {
        let mut clients = self.lock();
        clients.open.retain(|_, client| keep(client));
        metrics::gauge!("event_streams_open").set(clients.open.len() as f64);
    }

    fn lock(&self) -> MutexGuard<'_, Clients> {
        // The map stays consistent even if a thread panicked while holding the lock.
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// False when the client has disconnected or is too slow.
fn deliver(client: &Client, message: &Bytes) -> bool {
    let sent = client.sender.try_send(message.clone());
    if matches!(sent, Err(mpsc::error::TrySendError::Full(_))) {
        metrics::counter!("event_streams_dropped_total").increment(1);
    }
    sent.is_ok()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn firm(number: u128) -> CustomerId {
        CustomerId(Uuid::from_u128(number))
    }

    fn session(number: u128) -> SessionId {
        SessionId(Uuid::from_u128(number))
    }

    #[tokio::test]
    async fn only_the_same_firm_hears() {
        let hub = Hub::default();
        let mut ours = hub.join(firm(1), session(1));
        let mut theirs = hub.join(firm(2), session(2));
        hub.send(firm(1), &Bytes::from_static(b"x"));
        assert_eq!(ours.recv().await, Some(Bytes::from_static(b"x")));
        assert!(theirs.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_slow_client_is_dropped_and_others_stay() {
        let hub = Hub::default();
        let mut slow = hub.join(firm(1), session(1));
        for _ in 0..BUFFER {
            hub.send(firm(1), &Bytes::from_static(b"x"));
        }
        let mut quick = hub.join(firm(1), session(2));
        hub.send(firm(1), &Bytes::from_static(b"last"));
        assert_eq!(quick.recv().await, Some(Bytes::from_static(b"last")));
        for _ in 0..BUFFER {
            assert_eq!(slow.recv().await, Some(Bytes::from_static(b"x")));
        }
        assert_eq!(slow.recv().await, None);
    }

    #[tokio::test]
    async fn the_sixth_stream_of_a_session_ends_its_first() {
        let hub = Hub::default();
        let mut streams: Vec<_> = (0..6).map(|_| hub.join(firm(1), session(1))).collect();
        let mut colleague = hub.join(firm(1), session(2));
        hub.send(firm(1), &Bytes::from_static(b"x"));
        let last = Bytes::from_static(b"event: replaced\ndata: null\n\n");
        assert_eq!(streams[0].recv().await, Some(last));
        assert_eq!(streams[0].recv().await, None);
        for stream in streams[1..].iter_mut().chain([&mut colleague]) {
            assert_eq!(stream.recv().await, Some(Bytes::from_static(b"x")));
        }
    }

    #[tokio::test]
    async fn an_ended_session_hears_no_more() {
        let hub = Hub::default();
        let mut ended = hub.join(firm(1), session(1));
        hub.end_sessions(&[session(1)]);
        assert_eq!(ended.recv().await, None);
    }
}
