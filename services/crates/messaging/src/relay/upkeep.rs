//! What runs beside the relay: the LISTEN connection that wakes it, gauges, and sweeping old
//! inbox rows.
//!
//! Apart from the relay's own loop, because these must go on while the broker is away. Losing the
//! LISTEN connection only makes events slower (the relay's timer still finds them), so its
//! failures are logged low.

use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use futures::StreamExt as _;
use tokio::sync::Notify;
use tokio_postgres::{AsyncMessage, NoTls};
use tokio_util::sync::CancellationToken;

use crate::outbox;
use crate::schema::inbox;

const RECONNECT: Duration = Duration::from_secs(1);
const MEASURE: Duration = Duration::from_secs(5);
/// Rounds of measuring between two sweeps of the inbox: about ten minutes.
const SWEEP_EVERY: u32 = 120;

/// Wakes the relay at each committed event, until `stop`.
pub(super) async fn listen(pool: Pool, wake: Arc<Notify>, stop: CancellationToken) {
    let url = pool.config().url.clone();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            result = listen_once(&url, &wake) => {
                if let Err(error) = result {
                    tracing::debug!(error.cause = %error, "outbox notifications interrupted");
                }
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(RECONNECT) => {}
        }
    }
}

async fn listen_once(url: &str, wake: &Notify) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = tokio_postgres::connect(url, NoTls).await?;
    let mut messages = futures::stream::poll_fn(move |cx| connection.poll_message(cx));
    let subscribe = async {
        let row = client
            .query_one("SELECT current_schema()::text", &[])
            .await?;
        let schema: String = row.get(0);
        client
            .batch_execute(&format!("LISTEN \"{schema}_outbox\""))
            .await
    };
    let mut subscribe = std::pin::pin!(subscribe);
    let mut subscribed = false;
    loop {
        tokio::select! {
            result = &mut subscribe, if !subscribed => {
                result?;
                subscribed = true;
                // What was committed before we listened.
                wake.notify_one();
            }
            message = messages.next() => match message {
                Some(Ok(AsyncMessage::Notification(_))) => wake.notify_one(),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
                None => return Ok(()),
            }
        }
    }
}

/// Gauges of the outbox, and now and then a sweep of the inbox, until `stop`.
pub(super) async fn measure(pool: Pool, retention: Duration, stop: CancellationToken) {
    let mut round: u32 = 0;
    loop {
        if let Err(error) = measure_once(&pool).await {
            tracing::debug!(error.cause = %error, "outbox not measured");
        }
        if round.is_multiple_of(SWEEP_EVERY)
            && let Err(error) = sweep_inbox(&pool, retention).await
        {
            tracing::debug!(error.cause = %error, "inbox not swept");
        }
        round = round.wrapping_add(1);
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(MEASURE) => {}
        }
    }
}

async fn measure_once(pool: &Pool) -> QueryResult<()> {
    let (depth, oldest_seconds) = db::unscoped_tx(pool, "outbox gauges", async |conn| {
        outbox::depth(conn).await
    })
    .await?;
    metrics::gauge!("messaging_outbox_depth").set(depth as f64);
    metrics::gauge!("messaging_outbox_oldest_seconds").set(oldest_seconds);
    let (open, used) = pool.usage();
    metrics::gauge!("db_pool_connections").set(open as f64);
    metrics::gauge!("db_pool_connections_in_use").set(used as f64);
    Ok(())
}

async fn sweep_inbox(pool: &Pool, retention: Duration) -> QueryResult<usize> {
    let retention = chrono::Duration::from_std(retention).unwrap_or(chrono::Duration::days(30));
    let before = chrono::Utc::now() - retention;
    db::system_tx(pool, async |conn| {
        diesel::delete(inbox::table.filter(inbox::handled_at.lt(before)))
            .execute(conn)
            .await
    })
    .await
}
