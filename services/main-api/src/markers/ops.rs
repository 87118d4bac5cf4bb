//! Marker operations, one transaction each.

use std::collections::BTreeSet;
use std::slice;

use auth::CurrentUser;
use chrono::Utc;
use db::copies::have_ended;
use domain::{CustomerId, MarkerId, ParcelUuid, ProjectId};

use super::domain::NewMarker;
use super::parcels::{self, Parcel};
use super::store::{self, MarkerRow};
use super::{MarkerError, ended_discards, events, site_parcels};
use crate::state::AppState;
use crate::{dashboard, projects, webhooks};

pub async fn list_markers(
    state: &AppState,
    customer_id: CustomerId,
    project_id: ProjectId,
) -> Result<Vec<MarkerRow>, MarkerError> {
    db::tenant_tx(&state.pool, customer_id, async |conn| {
        projects::store::find_project(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        Ok(store::list_markers(conn, project_id).await?)
    })
    .await
}

/// Adds a parcel to a project, which ends the project's discard of it. When the project already has
/// it, returns the existing marker and true, and publishes nothing unless the marker's copies were renewed.
pub async fn add_marker(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    marker: NewMarker,
) -> Result<(MarkerRow, bool), MarkerError> {
    let parcel = (marker.ll_uuid, marker.parcelnumb.as_str());
    let of_site = site_parcels::list(&state.parcel_lookup, user, [parcel]).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // The lock serializes two clicks on one parcel.
        let project = projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let number = marker.parcelnumb.as_str();
        if let Some(there) =
            store::find_marker_of_parcel(conn, project_id, marker.ll_uuid, number).await?
        {
            let renewed = renew_copies(conn, user, &there, &marker).await?;
            return Ok((renewed.unwrap_or(there), true));
        }
        let number = marker.parcelnumb.clone();
        let rows = store::insert_markers(conn, project_id, user.user_id, None, &[marker]).await?;
        ended_discards::end(conn, (project_id, user.user_id), None, &rows, &of_site).await?;
        events::added(conn, user, &rows).await?;
        let row = rows
            .into_iter()
            .next()
            .ok_or(diesel::result::Error::NotFound)?;
        changed(conn, user, project_id, "marker.added").await?;
        let text = format!(
            "{} was added to {}.",
            row.address.as_deref().unwrap_or(number.as_str()),
            project.project_name
        );
        let link = property_link(&row);
        dashboard::store::insert_activity(
            conn,
            "marker.added",
            &text,
            Some(&link),
            Some(user.user_id),
        )
        .await?;
        Ok((row, false))
    })
    .await
}

/// The marker with newer facts of its parcel, if the terms of those that it had have ended: the parcel was looked up again. Its description
/// is published as that of a new marker, so the property has them too.
async fn renew_copies(
    conn: &mut db::AsyncPgConnection,
    user: &CurrentUser,
    there: &MarkerRow,
    new: &NewMarker,
) -> Result<Option<MarkerRow>, MarkerError> {
    let now = Utc::now();
    let is_other = new.source != there.source || new.fetched_at > there.fetched_at;
    if !have_ended(there.keep_until, now) || !is_other || have_ended(new.keep_until, now) {
        return Ok(None);
    }
    let rows = store::renew_copies(conn, there, new).await?;
    events::added(conn, user, &rows).await?;
    let projects: BTreeSet<ProjectId> = rows.iter().map(|row| row.project_id).collect();
    for project_id in projects {
        changed(conn, user, project_id, "marker.added").await?;
    }
    let mut rows = rows.into_iter();
    Ok(rows.find(|row| row.marker_id == there.marker_id))
}

/// Removes a parcel from its project.
pub async fn remove_marker(
    state: &AppState,
    user: &CurrentUser,
    id: MarkerId,
) -> Result<(), MarkerError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find_marker(conn, id)
            .await?
            .ok_or(MarkerError::NotFound)?;
        let project = projects::store::find_project_for_update(conn, row.project_id).await?;
        let project = project.ok_or(MarkerError::NotFound)?;
        if store::delete_marker(conn, id).await? == 0 {
            return Err(MarkerError::NotFound);
        }
        events::removed(conn, user.customer_id, user.user_id, slice::from_ref(&row)).await?;
        changed(conn, user, row.project_id, "marker.removed").await?;
        call_webhook_of_removed(conn, state, user, &row, project.use_test_webhook).await?;
        let text = format!(
            "{} was removed from {}.",
            row.address.as_deref().unwrap_or(&row.parcelnumb),
            project.project_name
        );
        // Its property is no longer in the project, so the project shows what is left.
        let link = projects::ops::map_link(row.project_id);
        let actor = Some(user.user_id);
        dashboard::store::insert_activity(conn, "marker.removed", &text, Some(&link), actor)
            .await?;
        Ok(())
    })
    .await
}

/// Tells the operator's webhook of a removed parcel.
pub async fn call_webhook_of_removed(
    conn: &mut db::AsyncPgConnection,
    state: &AppState,
    user: &CurrentUser,
    row: &MarkerRow,
    use_test_webhook: bool,
) -> Result<(), MarkerError> {
    let payload =
        serde_json::json!({ "project_id": row.project_id, "parcel_number": row.parcelnumb });
    webhooks::call::enqueue_if_configured(
        conn,
        state,
        user.customer_id,
        use_test_webhook,
        "property.removed",
        payload,
    )
    .await?;
    Ok(())
}

/// Publishes that the content of the project has changed.
pub async fn changed(
    conn: &mut db::AsyncPgConnection,
    user: &CurrentUser,
    project_id: ProjectId,
    reason: &str,
) -> Result<(), MarkerError> {
    let version = projects::store::update_project_version(conn, project_id).await?;
    projects::events::projects_changed(
        conn,
        user.customer_id,
        Some(user.user_id),
        project_id,
        version,
        reason,
    )
    .await?;
    Ok(())
}

/// Link to the property; parcel numbers may contain slashes and spaces.
fn property_link(row: &MarkerRow) -> String {
    let mut path =
        url::form_urlencoded::byte_serialize(row.parcelnumb.as_bytes()).collect::<String>();
    path = path.replace('+', "%20");
    format!("/property/{path}?project_id={}", row.project_id)
}

/// A parcel's outline. A bare number is resolved within the project, then among the firm's markers,
/// then by parcel-lookup; several matches are an error with the candidates.
pub async fn get_parcel(
    state: &AppState,
    user: &CurrentUser,
    number: &str,
    project_id: Option<ProjectId>,
    ll_uuid: Option<ParcelUuid>,
) -> Result<Parcel, MarkerError> {
    let identity = match ll_uuid {
        Some(uuid) => Some(uuid),
        None => resolve(state, user, number, project_id).await?,
    };
    let parcel = match identity {
        Some(id) => parcels::by_identity(&state.parcel_lookup, user, id).await?,
        None => parcels::by_number(&state.parcel_lookup, user, number).await?,
    };
    parcel.ok_or(MarkerError::NoParcel)
}

async fn resolve(
    state: &AppState,
    user: &CurrentUser,
    number: &str,
    project_id: Option<ProjectId>,
) -> Result<Option<ParcelUuid>, MarkerError> {
    let number = number.to_owned();
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if let Some(project) = project_id {
            projects::store::find_project(conn, project)
                .await?
                .ok_or(MarkerError::NoProject)?;
            let own = store::list_identities(conn, project_id, &number).await?;
            if !own.is_empty() {
                return Ok(own);
            }
        }
        Ok::<_, MarkerError>(store::list_identities(conn, None, &number).await?)
    })
    .await?;
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        several => Err(MarkerError::Ambiguous(
            several.iter().map(|uuid| serde_json::json!({ "ll_uuid": uuid, "county_fips": null, "address": null })).collect(),
        )),
    }
}
