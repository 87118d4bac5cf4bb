//! Deleting and restoring projects. A deleted project is hidden immediately;
//! [`crate::project_removal`] removes it when the time to undo has passed.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::ProjectId;

use super::store::{self, ProjectRow};
use super::{ProjectError, events};
use crate::dashboard;
use crate::schema::project_deletions;
use crate::state::AppState;

/// How long a deletion can be undone; the screens offer it for half of this.
pub const UNDOABLE: chrono::Duration = chrono::Duration::minutes(1);

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
                project_deletions::project_id.eq(id),
                project_deletions::deleted_by.eq(user.user_id),
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
        let kept = diesel::delete(project_deletions::table.find(id))
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
    let id = row.project_id;
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
