//! Hearing `NOTIFY`, on a connection of its own beside the pool.
//!
//! Notices are a hint to look sooner, never the only way to learn of a change: what is said while the
//! connection is away is lost. Failures are therefore logged low.

use std::convert::Infallible;
use std::time::Duration;

use futures::StreamExt as _;
use tokio_postgres::AsyncMessage;

use crate::Pool;

const RECONNECT: Duration = Duration::from_secs(1);

/// What a listener hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notification<'n> {
    /// Notices will be heard from now on. Whoever waits should look once: there may have been some
    /// before.
    Listening,
    /// What a notice said.
    Notice(&'n str),
}

/// Listens to `{schema}_{topic}`, where the schema is the connection's own, for as long as it is
/// awaited. A connection that breaks is opened again.
pub async fn listen(
    pool: &Pool,
    topic: &str,
    mut heard: impl FnMut(Notification<'_>),
) -> Infallible {
    loop {
        if let Err(error) = listen_once(pool, topic, &mut heard).await {
            tracing::debug!(error.cause = %error, topic, "notices interrupted");
        }
        tokio::time::sleep(RECONNECT).await;
    }
}

async fn listen_once(
    pool: &Pool,
    topic: &str,
    heard: &mut impl FnMut(Notification<'_>),
) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = pool.dialer().open().await?;
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
