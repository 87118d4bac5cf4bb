//! Keeps each replica's set of sessions that ended before their tokens expired, and removes revoked
//! personal access tokens from its cache.
//!
//! Each replica needs every `session.revoked` and `personal_access_token.revoked`, so it has its own
//! queue while connected. The list of ended sessions is read, and the cache cleared, at start and
//! after each connection, because an event between two connections reaches no queue, and
//! periodically while there is no connection: a sign-out and a revocation take effect everywhere
//! within seconds even when the broker is unavailable.

use std::future::Future;
use std::time::Duration;

use auth::{EndedSessions, Introspection, Revocations};
use domain::{PersonalAccessTokenId, SessionId};
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _};
use http_kit::Shutdown;
use messaging::{AmqpConfig, Broadcast, Envelope, Health};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Interval of reading the list while the broker, or the list itself, is unavailable.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);

/// Types of the events.
const SESSION_REVOKED: &str = "session.revoked";
const TOKEN_REVOKED: &str = "personal_access_token.revoked";

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

#[derive(Deserialize)]
struct TokenRevoked {
    token_ids: Vec<PersonalAccessTokenId>,
}

/// Returns the connection's health, and the task that keeps `revocations` complete, and
/// `introspection` without revoked tokens, until shutdown.
pub(crate) fn follow(
    amqp: AmqpConfig,
    revocations: Revocations,
    introspection: Introspection,
    list: EndedSessionList,
    on_ended: impl Fn(&[SessionId]) + Send + Sync + 'static,
    shutdown: Shutdown,
) -> (Health, impl Future<Output = ()> + Send + 'static) {
    let mut events = Broadcast::subscribe(amqp, &[SESSION_REVOKED, TOKEN_REVOKED]);
    let (health, mut connections) = (events.health(), events.connections());
    let connected = health.clone();
    let task = async move {
        let mut retry = tokio::time::interval(RETRY_INTERVAL);
        retry.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = shutdown.begun() => return,
                event = events.next() => match event {
                    Some(event) if event.r#type == TOKEN_REVOKED => {
                        if let Some(revoked) = read::<TokenRevoked>(&event) {
                            introspection.revoke(&revoked.token_ids);
                        }
                    }
                    Some(event) => {
                        if let Some(revoked) = read::<SessionRevoked>(&event) {
                            on_ended(&revoked.session_ids);
                            revocations.revoke(revoked.session_ids);
                        }
                    }
                    None => return,
                },
                changed = connections.changed() => if changed.is_ok() {
                    // An event between the last reading and the binding of the new queue did not
                    // reach this process.
                    revocations.fall_behind();
                    introspection.forget();
                    retry.reset_immediately();
                },
                _ = retry.tick() => if revocations.check().is_err() || !connected.is_connected() {
                    introspection.forget();
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

fn read<T: DeserializeOwned>(event: &Envelope) -> Option<T> {
    match event.parse::<T>() {
        Ok(data) => Some(data),
        Err(error) => {
            tracing::error!(
                event.id = %event.id,
                event.r#type = event.r#type,
                error.cause = %error,
                "a revocation is not readable"
            );
            None
        }
    }
}
