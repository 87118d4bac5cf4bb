//! Deleting and restoring projects. A deleted project is hidden immediately; its markers are
//! removed, and the events published, when the time to undo has passed.

use std::time::Duration;

use auth::CurrentUser;
use chrono::Utc;
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, MarkerId, ProjectId, UserId};
use http_kit::Shutdown;
use uuid::Uuid;

use super::store::{self, ProjectRow};
use super::{ProjectError, events};
use crate::schema::project_deletions;
use crate::state::AppState;
use crate::{dashboard, markers};

/// How long a deletion can be undone; the screens offer it for half of this.
const UNDOABLE: chrono::Duration = chrono::Duration::minutes(1);

/// Poll interval for deletions whose time to undo has passed.
const PAUSE: Duration = Duration::from_secs(10);

/// Most deletions completed per poll.
const MAX_BATCH: i64 = 100;

/// Deletes a project; [`restore_project`] can undo it for `UNDOABLE`.
pub async fn delete_project(
    state: &AppState,
    user: &CurrentUser,
    id: ProjectId,
) -> Result<(), ProjectError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find_project_for_update(conn, id)
            .await?
            .ok_or(ProjectError::NotFound)?;
        diesel::insert_into(project_deletions::table)
            .values((
                project_deletions::project_id.eq(id.0),
                project_deletions::deleted_by.eq(user.user_id.0),
            ))
            .execute(conn)
            .await?;
        tell(conn, user, &row, "deleted", None).await
    })
    .await
}

/// Restores a recently deleted project.
pub async fn restore_project(
    state: &AppState,
    user: &CurrentUser,
    id: ProjectId,
) -> Result<(), ProjectError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let kept = diesel::delete(project_deletions::table.find(id.0))
            .execute(conn)
            .await?;
        if kept == 0 {
            return Err(ProjectError::NotFound);
        }
        let row = store::find_project_for_update(conn, id)
            .await?
            .ok_or(ProjectError::NotFound)?;
        tell(
            conn,
            user,
            &row,
            "restored",
            Some(&super::ops::map_link(id)),
        )
        .await
    })
    .await
}

/// Publishes `projects_changed` and records the activity.
async fn tell(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    row: &ProjectRow,
    what: &str,
    link: Option<&str>,
) -> Result<(), ProjectError> {
    let id = ProjectId(row.project_id);
    let kind = format!("project.{what}");
    let version = store::update_project_version(conn, id).await?;
    events::projects_changed(
        conn,
        user.customer_id,
        Some(user.user_id),
        id,
        version,
        &kind,
    )
    .await?;
    let text = format!("Project '{}' was {what}.", row.project_name);
    dashboard::store::insert_activity(conn, &kind, &text, link, Some(user.user_id)).await?;
    Ok(())
}

/// Completes expired deletions until the service stops.
pub async fn work(pool: Pool, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        if let Err(error) = complete_deletions(&pool).await {
            tracing::warn!(error.cause = %error, "deleted projects wait to be removed");
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = shutdown.begun() => {}
        }
    }
}

/// Removes the projects whose time to undo has passed, with their markers, and publishes an event
/// for each. Returns their number.
pub async fn complete_deletions(pool: &Pool) -> Result<usize, ProjectError> {
    let due: Vec<(Uuid, Uuid)> = db::unscoped_tx(pool, "deleted projects", async |conn| {
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
        removed += usize::from(complete(pool, CustomerId(firm), ProjectId(project)).await?);
    }
    Ok(removed)
}

/// False when the project was restored or removed meanwhile.
async fn complete(pool: &Pool, firm: CustomerId, id: ProjectId) -> Result<bool, ProjectError> {
    db::tenant_tx(pool, firm, async |conn| {
        let deletion: Option<Uuid> = project_deletions::table
            .find(id.0)
            .select(project_deletions::deleted_by)
            .for_update()
            .first(conn)
            .await
            .optional()?;
        let Some(actor) = deletion.map(UserId) else {
            return Ok(false);
        };
        for marker in markers::store::list_markers(conn, id).await? {
            markers::store::delete_marker(conn, MarkerId(marker.marker_id)).await?;
            markers::events::removed(conn, firm, Some(actor), &marker).await?;
        }
        if let Some(row) = store::delete_project(conn, id).await? {
            events::project(conn, firm, actor, "deleted", &row, row.version + 1).await?;
        }
        Ok(true)
    })
    .await
}
