//! `property.removed`: deletes the property's marker.
//!
//! Publishes `projects_changed` for the screens but no `marker.removed`, because property-api
//! already knows and would answer it with another event. A marker added again meanwhile has another
//! id and stays, because the event names the marker.

use db::AsyncPgConnection;
use domain::{MarkerId, ParcelUuid, ProjectId};
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::{dashboard, markers, projects};

#[derive(Debug, Deserialize)]
struct PropertyRemoved {
    #[serde(default)]
    ll_uuid: Option<ParcelUuid>,
    parcel_number: String,
    project_id: ProjectId,
    #[serde(default)]
    marker_id: Option<MarkerId>,
}

/// Idempotent: duplicate and late events change nothing.
pub async fn handle(conn: &mut AsyncPgConnection, event: &Envelope) -> Result<(), HandlerError> {
    let removed: PropertyRemoved = event.parse()?;
    // The lock prevents a concurrent addition while the old marker is looked up.
    let project = projects::store::find_project_for_update(conn, removed.project_id).await?;
    let Some(project) = project else {
        return Ok(());
    };
    let marker = match removed.marker_id {
        Some(id) => markers::store::find_marker(conn, id).await?,
        None => {
            markers::store::find_marker_of_parcel(
                conn,
                removed.project_id,
                removed.ll_uuid,
                &removed.parcel_number,
            )
            .await?
        }
    };
    let Some(marker) = marker.filter(|marker| marker.project_id == removed.project_id) else {
        return Ok(());
    };
    markers::store::delete_marker(conn, marker.marker_id).await?;
    let version = projects::store::update_project_version(conn, removed.project_id).await?;
    projects::events::projects_changed(
        conn,
        event.customerid,
        event.actorid,
        removed.project_id,
        version,
        "property.removed",
    )
    .await?;
    let text = format!(
        "{} was removed from {}.",
        marker.address.as_deref().unwrap_or(&marker.parcelnumb),
        project.project_name
    );
    let (link, actor) = (projects::ops::map_link(removed.project_id), event.actorid);
    dashboard::store::insert_activity(conn, "property.removed", &text, Some(&link), actor).await?;
    Ok(())
}
