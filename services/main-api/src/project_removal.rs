//! Removes deleted projects, with their markers, when the time to undo has passed.

use std::time::Duration;

use chrono::Utc;
use db::Pool;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, ProjectId, UserId};
use http_kit::Shutdown;

use crate::markers;
use crate::projects::deletions::UNDOABLE;
use crate::projects::{self, ProjectError};
use crate::schema::project_deletions;

/// Poll interval.
const POLL_INTERVAL: Duration = Duration::from_secs(10);
/// Most projects removed per poll.
const MAX_BATCH: i64 = 100;

/// Removes expired deletions until the service stops.
pub async fn work(pool: Pool, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        if let Err(error) = remove_expired(&pool).await {
            tracing::warn!(error.cause = %error, "deleted projects could not be removed, trying again");
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}

/// Removes the projects whose time to undo has passed, with their markers, and publishes an event
/// for each. Returns their number.
pub async fn remove_expired(pool: &Pool) -> Result<usize, ProjectError> {
    let due: Vec<(CustomerId, ProjectId)> =
        db::unscoped_tx(pool, "deleted projects", async |conn| {
            project_deletions::table
                .filter(project_deletions::deleted_at.lt(Utc::now() - UNDOABLE))
                .select((
                    project_deletions::customer_id,
                    project_deletions::project_id,
                ))
                .limit(MAX_BATCH)
                .load(conn)
                .await
        })
        .await?;
    let mut removed = 0;
    for (firm, project) in due {
        removed += usize::from(remove(pool, firm, project).await?);
    }
    Ok(removed)
}

/// False when the project was restored or removed meanwhile.
async fn remove(pool: &Pool, firm: CustomerId, id: ProjectId) -> Result<bool, ProjectError> {
    db::tenant_tx(pool, firm, async |conn| {
        let deleted_by: Option<UserId> = project_deletions::table
            .find(id)
            .select(project_deletions::deleted_by)
            .for_update()
            .first(conn)
            .await
            .optional()?;
        let Some(actor) = deleted_by else {
            return Ok(false);
        };
        let markers = markers::store::delete_of_project(conn, id).await?;
        markers::events::removed(conn, firm, actor, &markers).await?;
        if let Some(row) = projects::store::delete_project(conn, id).await? {
            projects::events::project(conn, firm, actor, "deleted", &row, row.version + 1).await?;
        }
        Ok(true)
    })
    .await
}
