//! Deletes expired rows.

use std::time::Duration;

use db::Pool;
use http_kit::Shutdown;

use crate::parcels::licensed;

const INTERVAL: Duration = Duration::from_hours(1);

pub async fn work(pool: Pool, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        let outcome = db::unscoped_tx(&pool, "housekeeping", async |conn| {
            licensed::unscoped_delete_expired(conn).await
        })
        .await;
        match outcome {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "expired licensed parcels were deleted"),
            Err(error) => tracing::warn!(error.cause = %error, "housekeeping failed"),
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}
