//! Receives `NOTIFY` on a connection outside the pool.
//!
//! Notices sent while the connection is down are lost. A listener that only polls earlier can ignore
//! that; one that relies on them is told when the connection is lost and when it listens again.
//! Failures are logged at a low level, because either kind goes on without notices.

use std::convert::Infallible;
use std::time::Duration;

use futures::StreamExt as _;
use tokio_postgres::{AsyncMessage, Client};

use crate::Pool;

const RECONNECT: Duration = Duration::from_secs(1);
/// A connection can be lost without a word (a cable, a firewall), so it is queried at this interval.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Time-out of the query.
const CHECK_LIMIT: Duration = Duration::from_secs(5);

/// What a listener receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notification<'n> {
    /// Listening has started. Waiting code should poll once, because earlier notices were missed.
    Listening,
    /// The payload of a notice.
    Notice(&'n str),
    /// The connection was lost. Notices are missed until `Listening`.
    Lost,
}

/// Why listening ended.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error("the server closed the connection")]
    Closed,
    #[error("the server does not answer")]
    Silent,
    #[error(transparent)]
    Driver(#[from] tokio_postgres::Error),
}

/// Listens to `{schema}_{topic}`, where the schema is the connection's own, while it is awaited.
/// Reconnects when the connection breaks; a silent loss is noticed after 15 s.
pub async fn listen(
    pool: &Pool,
    topic: &str,
    mut heard: impl FnMut(Notification<'_>),
) -> Infallible {
    loop {
        let mut listening = false;
        let ended = listen_once(pool, topic, |notification| {
            listening = true;
            heard(notification);
        })
        .await;
        tracing::debug!(error.cause = %ended, topic, "the LISTEN connection was lost, trying again");
        if listening {
            heard(Notification::Lost);
        }
        tokio::time::sleep(RECONNECT).await;
    }
}

async fn listen_once(pool: &Pool, topic: &str, mut heard: impl FnMut(Notification<'_>)) -> Ended {
    let (client, mut connection) = match pool.connector().open().await {
        Ok(opened) => opened,
        Err(error) => return error.into(),
    };
    let mut messages = futures::stream::poll_fn(move |cx| connection.poll_message(cx));
    let mut subscribe = std::pin::pin!(subscribe(&client, topic));
    let mut checks = std::pin::pin!(check(&client));
    let mut subscribed = false;
    loop {
        tokio::select! {
            result = &mut subscribe, if !subscribed => match result {
                Ok(()) => {
                    subscribed = true;
                    heard(Notification::Listening);
                }
                Err(error) => return error.into(),
            },
            ended = &mut checks => return ended,
            message = messages.next() => match message {
                Some(Ok(AsyncMessage::Notification(notice))) => heard(Notification::Notice(notice.payload())),
                Some(Ok(_)) => {}
                Some(Err(error)) => return error.into(),
                None => return Ended::Closed,
            }
        }
    }
}

async fn subscribe(client: &Client, topic: &str) -> Result<(), tokio_postgres::Error> {
    let row = client
        .query_one("SELECT current_schema()::text", &[])
        .await?;
    let schema: String = row.get(0);
    client
        .batch_execute(&format!("LISTEN \"{schema}_{topic}\""))
        .await
}

/// Queries the server until it does not answer.
async fn check(client: &Client) -> Ended {
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        match tokio::time::timeout(CHECK_LIMIT, client.batch_execute("")).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return error.into(),
            Err(_elapsed) => return Ended::Silent,
        }
    }
}
