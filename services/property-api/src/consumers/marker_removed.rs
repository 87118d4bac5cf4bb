//! `marker.removed`: unlinks the property from the project. The firm keeps the property with its
//! values and files.

use db::AsyncPgConnection;
use domain::{MarkerId, ProjectId};
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::properties::events::{self, By};
use crate::properties::links;
use crate::properties::store::{Change, update_property};

#[derive(Deserialize)]
struct Data {
    marker_id: MarkerId,
    project_id: ProjectId,
}

/// Ends the link. A link that has already ended publishes nothing, which prevents an event loop
/// with main-api's answer to `property.removed`.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    let version = envelope.aggregateversion;
    if links::insert_tombstone(conn, data.marker_id, data.project_id, version).await? {
        return Ok(());
    }
    let Some(link) = links::remove_link(conn, data.marker_id, Some(version)).await? else {
        return Ok(());
    };
    if let Some(property_id) = link.property_id {
        let row = update_property(conn, property_id, &Change::default()).await?;
        events::removed(conn, By::event(envelope), &row, &link).await?;
    }
    Ok(())
}
