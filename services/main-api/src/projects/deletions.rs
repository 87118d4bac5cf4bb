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
/// Most projects that are changed, deleted or restored at once.
pub const MAX_PROJECTS: usize = 500;

/// Deletes a project; [`restore_project`] can undo it for `UNDOABLE`.
pub async fn delete_project(
    state: &AppState,
    user: &CurrentUser,
    id: ProjectId,
) -> Result<(), ProjectError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if delete(conn, user, id).await? {
            Ok(())
        } else {
            Err(ProjectError::NotFound)
        }
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
        if restore(conn, user, id).await? {
            Ok(())
        } else {
            Err(ProjectError::NotFound)
        }
    })
    .await
}

/// Deletes several projects at once; returns those that existed.
pub async fn delete_projects(
    state: &AppState,
    user: &CurrentUser,
    ids: Vec<ProjectId>,
) -> Result<Vec<ProjectId>, ProjectError> {
    let ids = checked(ids)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let mut done = Vec::new();
        for id in ids {
            if delete(conn, user, id).await? {
                done.push(id);
            }
        }
        if done.is_empty() {
            return Err(ProjectError::NotFound);
        }
        Ok(done)
    })
    .await
}

/// Restores several recently deleted projects at once; returns those that could be restored.
pub async fn restore_projects(
    state: &AppState,
    user: &CurrentUser,
    ids: Vec<ProjectId>,
) -> Result<Vec<ProjectId>, ProjectError> {
    let ids = checked(ids)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let mut done = Vec::new();
        for id in ids {
            if restore(conn, user, id).await? {
                done.push(id);
            }
        }
        if done.is_empty() {
            return Err(ProjectError::NotFound);
        }
        Ok(done)
    })
    .await
}

/// The ids in one order, so that two requests do not wait for each other's rows.
fn checked(mut ids: Vec<ProjectId>) -> Result<Vec<ProjectId>, ProjectError> {
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > MAX_PROJECTS {
        return Err(ProjectError::Count);
    }
    Ok(ids)
}

/// False if there is no such project.
async fn delete(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    id: ProjectId,
) -> Result<bool, ProjectError> {
    let Some(row) = store::find_project_for_update(conn, id).await? else {
        return Ok(false);
    };
    diesel::insert_into(project_deletions::table)
        .values((
            project_deletions::project_id.eq(id),
            project_deletions::deleted_by.eq(user.user_id),
        ))
        .execute(conn)
        .await?;
    tell(conn, user, &row, "deleted", None).await?;
    Ok(true)
}

/// False if it was not deleted, or was restored or removed meanwhile.
async fn restore(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    id: ProjectId,
) -> Result<bool, ProjectError> {
    let kept = diesel::delete(project_deletions::table.find(id))
        .execute(conn)
        .await?;
    if kept == 0 {
        return Ok(false);
    }
    let Some(row) = store::find_project_for_update(conn, id).await? else {
        return Ok(false);
    };
    let link = super::ops::map_link(id);
    tell(conn, user, &row, "restored", Some(&link)).await?;
    Ok(true)
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
