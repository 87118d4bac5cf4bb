//! Keeps each replica's set of sessions that ended before their tokens expired.
//!
//! Each replica needs every `session.revoked`, so it has its own queue while connected. The list of
//! ended sessions is read at start and after each connection, because an event between two
//! connections reaches no queue, and periodically while there is no connection: a sign-out takes
//! effect everywhere within seconds even when the broker is unavailable.

use std::future::Future;
use std::time::Duration;

use auth::{EndedSessions, Revocations};
use domain::SessionId;
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _};
use http_kit::Shutdown;
use messaging::{AmqpConfig, Broadcast, Envelope, Health};
use serde::Deserialize;

/// Interval of reading the list while the broker, or the list itself, is unavailable.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);

/// Type of the event.
const SESSION_REVOKED: &str = "session.revoked";

type Error = Box<dyn std::error::Error + Send + Sync>;

/// Reads the sessions that ended while one of their tokens may still be valid.
pub struct EndedSessionList(
    Box<dyn Fn() -> BoxFuture<'static, Result<Vec<SessionId>, Error>> + Send + Sync>,
);

impl EndedSessionList {
    /// A list that this function reads.
    pub fn new<F, Fut, E>(read: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<SessionId>, E>> + Send + 'static,
        E: Into<Error>,
    {
        Self(Box::new(move || {
            let list = read();
            async move { list.await.map_err(Into::into) }.boxed()
        }))
    }
}

impl From<EndedSessions> for EndedSessionList {
    /// main-api's list, over HTTP.
    fn from(ended: EndedSessions) -> Self {
        Self::new(move || {
            let ended = ended.clone();
            async move { ended.list().await }
        })
    }
}

#[derive(Deserialize)]
struct SessionRevoked {
    session_ids: Vec<SessionId>,
}

/// Returns the connection's health, and the task that keeps `revocations` complete until shutdown.
pub(crate) fn follow(
    amqp: AmqpConfig,
    revocations: Revocations,
    list: EndedSessionList,
    on_ended: impl Fn(&[SessionId]) + Send + Sync + 'static,
    shutdown: Shutdown,
) -> (Health, impl Future<Output = ()> + Send + 'static) {
    let mut events = Broadcast::subscribe(amqp, &[SESSION_REVOKED]);
    let (health, mut connections) = (events.health(), events.connections());
    let connected = health.clone();
    let task = async move {
        let mut retry = tokio::time::interval(RETRY_INTERVAL);
        retry.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown.begun() => return,
                event = events.next() => match event.as_ref().map(revoked) {
                    Some(sessions) => {
                        on_ended(&sessions);
                        revocations.revoke(sessions);
                    }
                    None => return,
                },
                changed = connections.changed() => if changed.is_ok() {
                    // An event between the last reading and the binding of the new queue did not
                    // reach this process.
                    revocations.fall_behind();
                    retry.reset_immediately();
                },
                _ = retry.tick() => if revocations.check().is_err() || !connected.is_connected() {
                    match (list.0)().await {
                        Ok(ended) => {
                            on_ended(&ended);
                            revocations.catch_up(ended);
                        }
                        Err(error) => {
                            tracing::warn!(error.cause = %error, "the ended sessions cannot be read");
                        }
                    }
                },
            }
        }
    };
    (health, task)
}

fn revoked(event: &Envelope) -> Vec<SessionId> {
    match event.parse::<SessionRevoked>() {
        Ok(revoked) => revoked.session_ids,
        Err(error) => {
            tracing::error!(event.id = %event.id, error.cause = %error, "session.revoked is not readable");
            Vec::new()
        }
    }
}
