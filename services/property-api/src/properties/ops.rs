//! Property operations, one transaction each.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{ContactId, ProjectId};
use serde_json::Value;

use super::edits::FactEdit;
use super::events::{self, By};
use super::locate::{self, Locator};
use super::store::{self, Change, PropertyRow};
use super::{PropertyError, edits, links};
use crate::contacts;
use crate::contacts::store::ContactRow;
use crate::state::AppState;

/// A property with its related data.
#[derive(Debug, Clone)]
pub struct PropertyDetail {
    pub row: PropertyRow,
    /// GeoJSON outline.
    pub geometry: Option<Value>,
    /// Projects that contain it.
    pub project_ids: Vec<ProjectId>,
    /// In the order in which they were linked.
    pub contact_ids: Vec<ContactId>,
    /// The first of them that the read copy holds.
    pub first_contact: Option<ContactRow>,
    /// Who set which fields.
    pub edits: Vec<FactEdit>,
}

pub async fn load_detail(
    conn: &mut AsyncPgConnection,
    row: PropertyRow,
) -> Result<PropertyDetail, PropertyError> {
    let geometry = store::find_geometry(conn, row.property_id).await?;
    let project_ids = links::list_projects(conn, row.property_id).await?;
    let contact_ids = contacts::links::list_contact_ids(conn, row.property_id).await?;
    let first_contact = contacts::links::find_first_contact(conn, row.property_id).await?;
    let edits = edits::list(conn, row.property_id).await?;
    Ok(PropertyDetail {
        row,
        geometry,
        project_ids,
        contact_ids,
        first_contact,
        edits,
    })
}

pub async fn get_property(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
) -> Result<PropertyDetail, PropertyError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::find(conn, wanted).await?;
        load_detail(conn, row).await
    })
    .await
}

/// Stores fields set by the firm, marks them as edited by `name`, and publishes the change.
pub async fn save(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    name: &str,
    row: &PropertyRow,
    change: Change,
    changed: &[&str],
) -> Result<PropertyDetail, PropertyError> {
    save_with(conn, user, name, row, change, changed, &[]).await
}

/// As [`save`], with fields of `changed` that are no longer the firm's own.
pub async fn save_with(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    name: &str,
    row: &PropertyRow,
    mut change: Change,
    changed: &[&str],
    not_own: &[&str],
) -> Result<PropertyDetail, PropertyError> {
    let mut edited = row.edited.clone();
    edited.extend(changed.iter().map(ToString::to_string));
    edited.sort_unstable();
    edited.dedup();
    edited.retain(|field| !not_own.contains(&field.as_str()));
    change.edited = Some(edited);
    let row = store::update_property(conn, row.property_id, &change).await?;
    edits::record(conn, row.property_id, changed, name).await?;
    if !not_own.is_empty() {
        edits::delete(conn, row.property_id, not_own).await?;
    }
    events::updated(conn, By::user(user), &row, changed).await?;
    load_detail(conn, row).await
}

/// Removes a property from a project; main-api deletes its marker when it receives the event.
pub async fn remove_property_from_project(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    project_id: ProjectId,
) -> Result<(), PropertyError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        let removed = links::remove_links_of_property(conn, row.property_id, project_id).await?;
        if removed.is_empty() {
            return Err(PropertyError::NotFound);
        }
        let row = store::update_property(conn, row.property_id, &Change::default()).await?;
        for link in &removed {
            events::removed(conn, By::user(user), &row, link).await?;
        }
        Ok(())
    })
    .await
}
