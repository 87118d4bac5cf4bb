//! Events about properties.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

use super::links::{self, LinkRow};
use super::store::PropertyRow;

/// Tenant and author of an event.
#[derive(Debug, Clone, Copy)]
pub struct By {
    pub customer_id: CustomerId,
    /// None when the change follows from an event.
    pub actor: Option<UserId>,
}

impl By {
    pub fn user(user: &auth::CurrentUser) -> Self {
        Self {
            customer_id: user.customer_id,
            actor: Some(user.user_id),
        }
    }

    /// Caused by an event.
    pub fn event(envelope: &messaging::Envelope) -> Self {
        Self {
            customer_id: envelope.customerid,
            actor: envelope.actorid,
        }
    }
}

/// Publishes `property.updated` with the changed fields.
pub async fn updated(
    conn: &mut AsyncPgConnection,
    by: By,
    row: &PropertyRow,
    changed: &[&str],
) -> QueryResult<()> {
    let project_ids = links::list_projects(conn, row.property_id).await?;
    let data = json!({
        "ll_uuid": row.ll_uuid,
        "parcel_number": row.parcel_number,
        "project_ids": project_ids,
        "changed": changed,
    });
    say(conn, "property.updated", by, row, data).await
}

/// Publishes `property.removed`.
pub async fn removed(
    conn: &mut AsyncPgConnection,
    by: By,
    row: &PropertyRow,
    link: &LinkRow,
) -> QueryResult<()> {
    let data = json!({
        "ll_uuid": row.ll_uuid,
        "parcel_number": row.parcel_number,
        "project_id": link.project_id,
        "marker_id": link.marker_id,
    });
    say(conn, "property.removed", by, row, data).await
}

async fn say(
    conn: &mut AsyncPgConnection,
    kind: &str,
    by: By,
    row: &PropertyRow,
    data: serde_json::Value,
) -> QueryResult<()> {
    let mut event = Event::new(kind, row.ll_uuid, row.version, by.customer_id, data);
    event.actor_id = by.actor;
    outbox::append(conn, &event).await?;
    Ok(())
}
