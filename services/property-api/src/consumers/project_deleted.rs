//! `project.deleted`: unlinks all properties; late markers of the project are ignored.

use db::AsyncPgConnection;
use domain::ProjectId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::properties::events::{self, By};
use crate::properties::store::{Change, update_property};
use crate::properties::{links, projects};

#[derive(Deserialize)]
struct Data {
    project_id: ProjectId,
}

/// Ends every link of the project. main-api has no markers left, so no `property.removed` is
/// published; `property.updated` is.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    projects::forget(conn, data.project_id).await?;
    let removed = links::remove_links_of_project(conn, data.project_id).await?;
    let mut properties: Vec<_> = removed.iter().filter_map(|link| link.property_id).collect();
    properties.sort_unstable();
    properties.dedup();
    for property_id in properties {
        let row = update_property(conn, property_id, &Change::default()).await?;
        events::updated(conn, By::event(envelope), &row, &["project_ids"]).await?;
    }
    Ok(())
}
