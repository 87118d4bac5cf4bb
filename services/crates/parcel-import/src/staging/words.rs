//! The index of words. Whoever writes parcels only lists their words; searches read the list until
//! it is moved to the index.

use std::convert::Infallible;
use std::error::Error;
use std::time::Duration;

use parcel_record::facts::{self, KEEP_FACTS, STALE_FACTS};
use tokio_postgres::Client;

use crate::error::ImportError;
use crate::report::Report;

/// Moves all that is listed now, also for others.
const INDEX: &str = "SET statement_timeout = 0; SELECT index_parcel_words()";

/// Long enough that small imports do not open the connection.
const INTERVAL: Duration = Duration::from_secs(3);

/// Parcels whose facts are made in one transaction.
const BATCH: i64 = 2_000;
/// So many batches that a small import is whole when it ends; the rest is left to housekeeping.
const BATCHES: usize = 20;

/// Indexes the words of what was imported, and makes the facts that are missing.
pub(super) async fn finish(client: &mut Client, report: &Report) {
    index(client).await;
    if report.direct < report.written.parcels {
        make_facts(client).await;
    }
}

/// Makes the facts of parcels that were not written directly. If that fails, housekeeping does it later.
async fn make_facts(client: &mut Client) {
    if let Err(error) = try_make_facts(client).await {
        tracing::warn!(error.cause = %error, "the facts of some parcels are not made yet");
    }
}

async fn try_make_facts(client: &mut Client) -> Result<(), Box<dyn Error + Send + Sync>> {
    // Waits for rows that housekeeping is at, so that all are made when the import ends.
    let stale_facts = STALE_FACTS.replace(" SKIP LOCKED", "");
    for _ in 0..BATCHES {
        let transaction = client.transaction().await?;
        let stale: serde_json::Value = transaction.query_one(&stale_facts, &[&BATCH]).await?.get(0);
        let (count, made) = facts::made(stale)?;
        if count == 0 {
            break;
        }
        transaction.execute(KEEP_FACTS, &[&made]).await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// Moves what is listed. If that fails, housekeeping does it later.
async fn index(client: &Client) {
    if let Err(error) = client.batch_execute(INDEX).await {
        tracing::warn!(error.cause = %error, "the words of the parcels are not in their index yet");
    }
}

/// Moves words again and again, on a connection of its own, while an import writes: PostgreSQL also
/// moves those that are not committed yet. Otherwise they would take a sixth longer, afterwards.
pub(super) async fn index_meanwhile(database: &db::DbConfig) -> Infallible {
    if let Err(error) = try_index_meanwhile(database).await {
        tracing::warn!(error.cause = %error, "words are not indexed while parcels are written");
    }
    std::future::pending().await
}

async fn try_index_meanwhile(database: &db::DbConfig) -> Result<(), ImportError> {
    tokio::time::sleep(INTERVAL).await;
    let (client, _connection) = db::open(database).await?;
    loop {
        client.batch_execute(INDEX).await?;
        tokio::time::sleep(INTERVAL).await;
    }
}
