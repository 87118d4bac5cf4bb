//! Deletes expired rows, makes the facts of parcels that have none, and moves the words of parcels that lookups have added to the index of words.

use std::time::Duration;

use db::Pool;
use diesel::result::Error;
use http_kit::Shutdown;

use crate::parcels::{licensed, store};
use crate::{parcel_watch, search_runs, selections};

const INTERVAL: Duration = Duration::from_hours(1);
/// How soon parcels of lookups and changed ones have their facts.
const FACTS_INTERVAL: Duration = Duration::from_secs(20);
/// Parcels of one transaction, and the pause after it: imports and lookups come first.
const FACTS_BATCH: i64 = 2_000;
const PAUSE: Duration = Duration::from_millis(200);

/// Makes the facts of parcels that were not imported directly.
pub async fn make_facts(pool: Pool, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        let made: Result<usize, Error> = db::system_tx(&pool, async |conn| {
            store::make_facts(conn, FACTS_BATCH).await
        })
        .await;
        let pause = match made {
            Ok(0) => FACTS_INTERVAL,
            Ok(_) => PAUSE,
            Err(error) => {
                tracing::warn!(error.cause = %error, "the facts of parcels could not be made");
                FACTS_INTERVAL
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = shutdown.begun() => {}
        }
    }
}

pub async fn work(pool: Pool, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        let outcome = db::unscoped_tx(&pool, "housekeeping", async |conn| {
            selections::store::unscoped_delete_expired(conn).await?;
            search_runs::queue::unscoped_delete_old(conn).await?;
            parcel_watch::store::unscoped_delete_old(conn).await?;
            parcel_watch::matching::store::unscoped_delete_old(conn).await?;
            parcel_watch::flood_changes::unscoped_delete_old(conn).await?;
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
