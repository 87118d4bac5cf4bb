//! `session.revoked`: this process rejects tokens of those sessions.
//!
//! Every replica must receive it, so each has its own queue. Events missed while disconnected are
//! made up for by reading main-api's list.

use auth::{EndedSessions, Revocations};
use domain::SessionId;
use futures::StreamExt as _;
use http_kit::Shutdown;
use messaging::{AmqpConfig, Broadcast, Envelope};
use serde::Deserialize;

#[derive(Deserialize)]
struct Data {
    session_ids: Vec<SessionId>,
}

/// Listens until the service stops.
pub async fn listen(
    amqp: AmqpConfig,
    revocations: Revocations,
    ended: Option<EndedSessions>,
    shutdown: Shutdown,
) {
    let mut notices = Broadcast::subscribe(amqp, &["session.revoked"]);
    if let Some(ended) = ended {
        let health = notices.health();
        // Ends with the subscription.
        tokio::spawn(
            ended.follow(revocations.clone(), notices.connections(), move || {
                health.is_connected()
            }),
        );
    }
    loop {
        let notice = tokio::select! {
            () = shutdown.begun() => return,
            notice = notices.next() => notice,
        };
        match notice {
            Some(notice) => handle(&revocations, &notice),
            None => return,
        }
    }
}

fn handle(revocations: &Revocations, envelope: &Envelope) {
    match envelope.parse::<Data>() {
        Ok(data) => revocations.revoke(data.session_ids),
        Err(error) => tracing::error!(error.cause = %error, "a revocation cannot be read"),
    }
}
