//! Background tasks of the relay: the LISTEN connection that wakes it, gauges, and cleaning up old
//! inbox rows.
//!
//! Separate from the relay's loop, because they must continue while the broker is unavailable.
//! Losing the LISTEN connection only adds delay (the relay also polls), so its failures are logged
//! at a low level.

use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::outbox;
use crate::schema::inbox;

const MEASURE: Duration = Duration::from_secs(5);
/// Measurements between two clean-ups of the inbox: about ten minutes.
const SWEEP_EVERY: u32 = 120;

/// Wakes the relay at each committed event, until `stop`.
pub(super) async fn listen(pool: Pool, wake: Arc<Notify>, stop: CancellationToken) {
    // Also when listening begins, for events committed before.
    let listening = db::listen(&pool, "outbox", |_heard| wake.notify_one());
    stop.run_until_cancelled(listening).await;
}

/// Updates the outbox gauges and periodically cleans up the inbox, until `stop`.
pub(super) async fn measure(pool: Pool, retention: Duration, stop: CancellationToken) {
    let mut round: u32 = 0;
    loop {
        if let Err(error) = measure_once(&pool).await {
            tracing::debug!(error.cause = %error, "outbox gauges could not be updated");
        }
        if round.is_multiple_of(SWEEP_EVERY)
            && let Err(error) = sweep_inbox(&pool, retention).await
        {
            tracing::debug!(error.cause = %error, "expired inbox rows could not be deleted");
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
