//! Announces imports. An import is another process, so the serving ones look: when parcels have changed,
//! and by a clock, because a notice can be lost.

use std::time::Duration;

use db::{Notification, Pool};
use http_kit::Shutdown;
use tokio::sync::Notify;

use super::ops;

const INTERVAL: Duration = Duration::from_secs(30);

/// Announces imports until the service stops.
pub async fn work(pool: Pool, shutdown: Shutdown) {
    let wake = Notify::new();
    let listening = db::listen(&pool, "parcels", |heard| {
        if let Notification::Notice(_) = heard {
            wake.notify_one();
        }
    });
    tokio::select! {
        () = shutdown.begun() => {}
        _never = listening => {}
        () = announce(&pool, &wake) => {}
    }
}

async fn announce(pool: &Pool, wake: &Notify) {
    loop {
        match ops::announce(pool).await {
            Ok(0) => {}
            Ok(batches) => tracing::info!(batches, "imports were announced"),
            Err(error) => {
                tracing::warn!(error.cause = %error, "imports could not be announced, trying again");
            }
        }
        // Lookups change parcels too, often.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let _ = tokio::time::timeout(INTERVAL, wake.notified()).await;
    }
}
