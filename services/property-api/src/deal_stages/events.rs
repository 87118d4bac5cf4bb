//! `deal.changed`: deals of a project, or its stages, changed.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{ProjectId, PropertyId};
use messaging::{Event, outbox};
use serde_json::json;

use super::store;
use crate::properties::events::By;

/// Most properties that an event names.
const MAX_NAMED: usize = 100;

/// Publishes `deal.changed`; without properties when all or too many to name are meant.
pub async fn changed(
    conn: &mut AsyncPgConnection,
    by: By,
    project_id: ProjectId,
    properties: Option<&[PropertyId]>,
) -> QueryResult<()> {
    let number = store::count_change(conn, project_id).await?;
    let named = properties.filter(|properties| properties.len() <= MAX_NAMED);
    let data = json!({ "project_id": project_id, "property_ids": named });
    let mut event = Event::new("deal.changed", project_id, number, by.customer_id, data);
    event.actor_id = by.actor;
    outbox::append(conn, &event).await.map(drop)
}
