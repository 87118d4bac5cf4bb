//! Events about projects.
//!
//! Each change publishes the fact (`project.*`) for services and `projects_changed` for screens
//! that show lists.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, ProjectId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

use super::store::ProjectRow;

/// Publishes `project.created`, `project.updated` or `project.deleted`, and `projects_changed`.
pub async fn project(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    what: &str,
    row: &ProjectRow,
    version: i64,
) -> QueryResult<()> {
    let data = json!({
        "project_id": row.project_id,
        "project_name": row.project_name,
        "status": row.status,
        "progress": row.progress,
        "submarket_id": row.submarket,
    });
    let event = Event::new(
        format!("project.{what}"),
        row.project_id,
        version,
        customer_id,
        data,
    )
    .actor(actor);
    outbox::append(conn, &event).await?;
    projects_changed(
        conn,
        customer_id,
        Some(actor),
        row.project_id,
        version,
        &format!("project.{what}"),
    )
    .await
}

/// Publishes that a list of projects, or the content of one, has changed.
pub async fn projects_changed(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: Option<UserId>,
    project_id: ProjectId,
    version: i64,
    reason: &str,
) -> QueryResult<()> {
    let data = json!({ "project_id": project_id, "reason": reason });
    let mut event = Event::new("projects_changed", project_id, version, customer_id, data);
    event.actor_id = actor;
    outbox::append(conn, &event).await?;
    Ok(())
}
