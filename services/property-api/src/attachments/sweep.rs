//! Deletes objects without a row: left by a crash between object and row, or deleted too long ago
//! to be restored.
//!
//! Only objects older than the longest upload are considered. Several replicas may sweep
//! concurrently, because deletion is idempotent.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::Utc;
use db::Pool;
use domain::{AttachmentId, CustomerId};
use http_kit::Shutdown;

use super::storage::ObjectKey;
use super::{AttachmentError, FileStore, store};

/// Interval between sweeps.
const PAUSE: Duration = Duration::from_hours(1);
/// Younger objects may belong to an upload in progress.
pub const GRACE: Duration = Duration::from_hours(1);

/// Sweeps periodically until the service stops.
pub async fn run(pool: Pool, files: FileStore, shutdown: Shutdown) {
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
        match sweep(&pool, &files, GRACE).await {
            Ok(0) => {}
            Ok(objects) => tracing::info!(
                storage.objects = objects,
                "objects without a row were removed"
            ),
            Err(error) => {
                tracing::warn!(error.cause = %error, "the object store could not be swept");
            }
        }
    }
}

/// Deletes objects without a row that are older than `grace`; returns their number.
pub async fn sweep(
    pool: &Pool,
    files: &FileStore,
    grace: Duration,
) -> Result<usize, AttachmentError> {
    let before = Utc::now() - grace;
    let mut by_firm: BTreeMap<CustomerId, Vec<AttachmentId>> = BTreeMap::new();
    for key in files.list_older(before).await? {
        by_firm
            .entry(key.customer_id)
            .or_default()
            .push(key.attachment_id);
    }
    let mut removed = 0;
    for (customer_id, ids) in by_firm {
        for ids in ids.chunks(1000) {
            let known = db::tenant_tx(pool, customer_id, async |conn| {
                store::delete_removed(conn).await?;
                store::list_known(conn, ids).await
            })
            .await?;
            for attachment_id in ids.iter().copied().filter(|id| !known.contains(id)) {
                files
                    .delete(ObjectKey {
                        customer_id,
                        attachment_id,
                    })
                    .await?;
                removed += 1;
            }
        }
    }
    Ok(removed)
}
