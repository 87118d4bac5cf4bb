//! `session.revoked`: sessions that main-api ended before their tokens run out.
//!
//! Heard by every replica, kept in memory only: tokens live no longer than a quarter of an hour. What
//! was said while nobody here listened is read from main-api.

use auth::{EndedSessions, Revocations};
use domain::SessionId;
use futures::StreamExt as _;
use messaging::{AmqpConfig, Broadcast, Envelope, Health};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct SessionRevoked {
    session_ids: Vec<SessionId>,
}

/// Starts listening in the background, for as long as the process lives.
pub fn listen(amqp: AmqpConfig, revocations: Revocations, ended: Option<EndedSessions>) -> Health {
    let mut events = Broadcast::subscribe(amqp, &["session.revoked"]);
    let health = events.health();
    if let Some(ended) = ended {
        let connected = health.clone();
        tokio::spawn(
            ended.follow(revocations.clone(), events.connections(), move || {
                connected.is_connected()
            }),
        );
    }
    tokio::spawn(async move {
        while let Some(envelope) = events.next().await {
            apply(&envelope, &revocations);
        }
    });
    health
}

/// Ends the sessions that an event names.
pub fn apply(envelope: &Envelope, revocations: &Revocations) {
    match envelope.parse::<SessionRevoked>() {
        Ok(revoked) => revocations.revoke(revoked.session_ids),
        Err(error) => {
            tracing::warn!(event.id = %envelope.id, error.cause = %error, "session.revoked is not readable");
        }
    }
}
