//! `session.revoked`: sessions that main-api ended before their tokens expire.
//!
//! Consumed by every replica and kept in memory only, because tokens live no longer than 15
//! minutes. Events missed while disconnected are made up for by reading main-api's list.

use auth::{EndedSessions, Revocations};
use domain::SessionId;
use futures::StreamExt as _;
use messaging::{AmqpConfig, Broadcast, Envelope, Health};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct SessionRevoked {
    session_ids: Vec<SessionId>,
}

/// Consumes in the background for the life of the process.
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

/// Marks the event's sessions as ended.
pub fn apply(envelope: &Envelope, revocations: &Revocations) {
    match envelope.parse::<SessionRevoked>() {
        Ok(revoked) => revocations.revoke(revoked.session_ids),
        Err(error) => {
            tracing::warn!(event.id = %envelope.id, error.cause = %error, "session.revoked is not readable");
        }
    }
}
