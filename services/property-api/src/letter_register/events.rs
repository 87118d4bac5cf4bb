//! Events about numbered letters.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, ProjectId};
use messaging::{Event, outbox};
use serde_json::json;

/// Publishes that letters of a project were made or changed their state.
pub async fn changed(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    project_id: ProjectId,
) -> QueryResult<()> {
    let version = Utc::now().timestamp_millis();
    let data = json!({ "project_id": project_id });
    let event = Event::new("letters.changed", project_id, version, firm, data);
    outbox::append(conn, &event).await.map(drop)
}
