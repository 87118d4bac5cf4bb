//! Events about files. A file is immutable: version 1 when added, 2 when deleted, 3 when restored.

use db::AsyncPgConnection;
use diesel::QueryResult;
use messaging::{Event, outbox};
use serde_json::json;

use super::store::AttachmentRow;
use crate::properties::events::By;
use crate::properties::store::PropertyRow;

/// Publishes `attachment.added`.
pub async fn added(
    conn: &mut AsyncPgConnection,
    by: By,
    property: &PropertyRow,
    file: &AttachmentRow,
) -> QueryResult<()> {
    say(conn, "attachment.added", 1, by, property, file).await
}

/// Publishes `attachment.removed`.
pub async fn removed(
    conn: &mut AsyncPgConnection,
    by: By,
    property: &PropertyRow,
    file: &AttachmentRow,
) -> QueryResult<()> {
    say(conn, "attachment.removed", 2, by, property, file).await
}

/// Publishes `attachment.added` at version 3.
pub async fn restored(
    conn: &mut AsyncPgConnection,
    by: By,
    property: &PropertyRow,
    file: &AttachmentRow,
) -> QueryResult<()> {
    say(conn, "attachment.added", 3, by, property, file).await
}

async fn say(
    conn: &mut AsyncPgConnection,
    kind: &str,
    version: i64,
    by: By,
    property: &PropertyRow,
    file: &AttachmentRow,
) -> QueryResult<()> {
    let data = json!({
        "ll_uuid": property.ll_uuid,
        "parcel_number": property.parcel_number,
        "project_id": file.project_id,
        "path": file.path,
        "name": file.name,
    });
    let mut event = Event::new(kind, &file.path, version, by.customer_id, data);
    event.actor_id = by.actor;
    outbox::append(conn, &event).await?;
    Ok(())
}
