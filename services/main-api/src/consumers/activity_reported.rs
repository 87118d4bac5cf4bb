//! `activity.reported`: adds an action in another service to the firm's list of recent activity.

use db::AsyncPgConnection;
use messaging::{Envelope, Event, HandlerError, outbox};
use serde::Deserialize;
use serde_json::json;

use crate::dashboard;

#[derive(Debug, Deserialize)]
struct ActivityReported {
    kind: String,
    text: String,
    link: Option<String>,
}

/// Publishes `activity.added` for the screens.
pub async fn handle(conn: &mut AsyncPgConnection, event: &Envelope) -> Result<(), HandlerError> {
    let said: ActivityReported = event.parse()?;
    let (link, actor) = (said.link.as_deref(), event.actorid);
    let id = dashboard::store::insert_activity(conn, &said.kind, &said.text, link, actor).await?;
    let data = json!({ "activity_id": id });
    let mut added = Event::new("activity.added", id, 1, event.customerid, data);
    added.actor_id = actor;
    outbox::append(conn, &added).await?;
    Ok(())
}
