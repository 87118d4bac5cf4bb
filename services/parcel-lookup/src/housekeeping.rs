//! Deletes expired rows, and moves the words of parcels that lookups have added to the index of words.

use std::time::Duration;

use db::Pool;
use diesel::result::Error;
use http_kit::Shutdown;

use crate::parcels::{licensed, store};
use crate::{search_runs, selections};

const INTERVAL: Duration = Duration::from_hours(1);

pub async fn work(pool: Pool, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        let outcome = db::unscoped_tx(&pool, "housekeeping", async |conn| {
            selections::store::unscoped_delete_expired(conn).await?;
            search_runs::queue::unscoped_delete_old(conn).await?;
            licensed::unscoped_delete_expired(conn).await
        })
        .await;
        match outcome {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "expired licensed parcels were deleted"),
            Err(error) => tracing::warn!(error.cause = %error, "housekeeping failed"),
        }
        let indexed: Result<(), Error> =
            db::system_tx(&pool, async |conn| store::index_words(conn).await).await;
        if let Err(error) = indexed {
            tracing::warn!(error.cause = %error, "words of parcels could not be indexed");
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}
