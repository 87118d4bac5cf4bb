//! Receives `NOTIFY` on a connection outside the pool.
//!
//! Notices are only a hint to poll earlier: those sent while the connection is down are lost.
//! Failures are therefore logged at a low level.

use std::convert::Infallible;
use std::time::Duration;

use futures::StreamExt as _;
use tokio_postgres::AsyncMessage;

use crate::Pool;

const RECONNECT: Duration = Duration::from_secs(1);

/// What a listener receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notification<'n> {
    /// Listening has started. Waiting code should poll once, because earlier notices were missed.
    Listening,
    /// The payload of a notice.
    Notice(&'n str),
}

/// Listens to `{schema}_{topic}`, where the schema is the connection's own, while it is awaited.
/// Reconnects when the connection breaks.
pub async fn listen(
    pool: &Pool,
    topic: &str,
    mut heard: impl FnMut(Notification<'_>),
) -> Infallible {
    loop {
        if let Err(error) = listen_once(pool, topic, &mut heard).await {
            tracing::debug!(error.cause = %error, topic, "the LISTEN connection was lost, trying again");
        }
        tokio::time::sleep(RECONNECT).await;
    }
}

async fn listen_once(
    pool: &Pool,
    topic: &str,
    heard: &mut impl FnMut(Notification<'_>),
) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = pool.connector().open().await?;
    let mut messages = futures::stream::poll_fn(move |cx| connection.poll_message(cx));
    let subscribe = async {
        let row = client
            .query_one("SELECT current_schema()::text", &[])
            .await?;
        let schema: String = row.get(0);
        client
            .batch_execute(&format!("LISTEN \"{schema}_{topic}\""))
            .await
    };
    let mut subscribe = std::pin::pin!(subscribe);
    let mut subscribed = false;
    loop {
        tokio::select! {
            result = &mut subscribe, if !subscribed => {
                result?;
                subscribed = true;
                heard(Notification::Listening);
            }
            message = messages.next() => match message {
                Some(Ok(AsyncMessage::Notification(notice))) => heard(Notification::Notice(notice.payload())),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
                None => return Ok(()),
            }
        }
    }
}
