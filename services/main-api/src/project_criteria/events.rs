//! The event about criteria.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, ProjectId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

/// Publishes `criteria.updated`.
pub async fn updated(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    project_id: ProjectId,
    version: i64,
    criteria_hash: &str,
) -> QueryResult<()> {
    let data =
        json!({ "project_id": project_id, "version": version, "criteria_hash": criteria_hash });
    let event = Event::new("criteria.updated", project_id, version, customer_id, data).actor(actor);
    outbox::append(conn, &event).await.map(drop)
}
