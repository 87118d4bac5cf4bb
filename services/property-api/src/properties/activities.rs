//! Actions for the firm's list of recent activity, which main-api keeps: `activity.reported`.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ProjectId;
use messaging::{Event, outbox};
use serde_json::json;

use super::events::By;

/// Reports an action on a project, in the transaction that performs it. `text` is a sentence for the
/// screen, `link` the path of a screen that shows it.
pub async fn report(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    kind: &str,
    text: &str,
    link: &str,
) -> QueryResult<()> {
    let version = Utc::now().timestamp_millis();
    let data = json!({ "kind": kind, "text": text, "link": link });
    let mut event = Event::new(
        "activity.reported",
        project_id,
        version,
        by.customer_id,
        data,
    );
    event.actor_id = by.actor;
    outbox::append(conn, &event).await.map(drop)
}
