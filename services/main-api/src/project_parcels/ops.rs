//! Reads of the parcels of projects.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use diesel::result::Error;
use domain::{ParcelUuid, ProjectId};

use super::dto::{
    DiscardCondition, ParcelDiscard, ParcelInProject, ParcelStatusResponse, ProjectParcel,
    ProjectParcelsResponse, ReviewedParcelsResponse,
};
use super::store;
use crate::discards::domain::changed_fact;
use crate::discards::dto::DiscardedParcel;
use crate::discards::store::{self as discards, DiscardRow, Of};
use crate::markers::facts::{self, Besides};
use crate::markers::outlines::{self, ParcelKey};
use crate::markers::store::MarkerRow;
use crate::markers::{self, MarkerError, site_parcels};
use crate::projects;
use crate::state::AppState;

/// The parcels of a project and its discards, with the facts of today.
pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<ProjectParcelsResponse, MarkerError> {
    let (rows, keys, discarded) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (rows, discarded) = read(conn, project_id).await?;
        let keys = outlines::resolve(conn, project_id, &rows).await?;
        Ok::<_, MarkerError>((rows, keys, discarded))
    })
    .await?;
    let identities: HashMap<_, ParcelUuid> = keys
        .into_iter()
        .filter_map(|(marker, key)| match key {
            ParcelKey::Identity(id) => Some((marker, id)),
            ParcelKey::Number(_) => None,
        })
        .collect();
    let own: Vec<ParcelUuid> = identities.values().copied().collect();
    let known: HashSet<ParcelUuid> = own.iter().copied().collect();
    let discarded: Vec<DiscardRow> = discarded
        .into_iter()
        .filter(|row| !known.contains(&row.ll_uuid))
        .collect();
    // Distances and measures only of those that rest on them.
    let (measured, others): (Vec<&DiscardRow>, Vec<&DiscardRow>) = discarded
        .iter()
        .partition(|row| row.reason.is_of_access_or_shape());
    let ids = |rows: Vec<&DiscardRow>| -> Vec<ParcelUuid> {
        rows.into_iter().map(|row| row.ll_uuid).collect()
    };
    let (measured, others) = (ids(measured), ids(others));
    let (parcel_lookup, besides) = (&state.parcel_lookup, Besides::ACCESS_AND_SHAPE);
    let (mut own, mut others, measured) = futures::try_join!(
        facts::fetch(parcel_lookup, user, &own, Besides::OUTLINES),
        facts::fetch(parcel_lookup, user, &others, Besides::default()),
        facts::fetch(parcel_lookup, user, &measured, besides),
    )?;
    others.extend(measured);
    let sites = own.values().filter_map(|record| record.facts.site.as_ref());
    let of_sites: HashSet<ParcelUuid> = sites
        .flat_map(|site| &site.members)
        .map(|member| member.ll_uuid)
        .collect();
    let parcels = rows.into_iter().map(|row| {
        let id = identities.get(&row.marker_id);
        let (facts, geometry) = id
            .and_then(|id| own.remove(id))
            .map_or((None, None), |record| (Some(record.facts), record.geometry));
        ProjectParcel {
            marker_id: row.marker_id,
            parcelnumb: row.parcelnumb,
            lon: row.lon,
            lat: row.lat,
            facts,
            geometry,
        }
    });
    let parcels = parcels.collect();
    let discarded = discarded
        .into_iter()
        .filter(|row| !of_sites.contains(&row.ll_uuid));
    let discarded = discarded.map(|row| {
        let now = others.get(&row.ll_uuid);
        let now = now.map(|record| serde_json::to_value(&record.facts));
        let now = now
            .transpose()
            .map_err(|error| Error::SerializationError(error.into()))?;
        let changed = now.and_then(|now| changed_fact(row.reason, &row.facts, &now));
        Ok(DiscardedParcel::new(row, changed))
    });
    Ok(ProjectParcelsResponse {
        parcels,
        discarded: discarded.collect::<Result<_, MarkerError>>()?,
    })
}

/// Identities of the parcels of a project, with those of its sites, and of the other parcels that it discarded.
pub async fn reviewed(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<ReviewedParcelsResponse, MarkerError> {
    let (rows, discarded) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        read(conn, project_id).await
    })
    .await?;
    let own = rows
        .iter()
        .map(|row| (row.ll_uuid, row.parcelnumb.as_str()));
    let of_sites = site_parcels::list(&state.parcel_lookup, user, own).await?;
    let mut seen = HashSet::new();
    let in_project = rows.iter().filter_map(|row| row.ll_uuid).chain(of_sites);
    let condition = |row: DiscardRow| {
        let (field, was) = row.reason.fact(&row.facts).unzip();
        DiscardCondition {
            ll_uuid: row.ll_uuid,
            field: field.map(ToOwned::to_owned),
            was: was.unwrap_or_default(),
        }
    };
    let in_project = in_project.filter(|id| seen.insert(*id)).collect();
    let discarded = discarded
        .into_iter()
        .filter(|row| !seen.contains(&row.ll_uuid));
    Ok(ReviewedParcelsResponse {
        in_project,
        discarded: discarded.map(condition).collect(),
    })
}

async fn read(
    conn: &mut db::AsyncPgConnection,
    project_id: ProjectId,
) -> Result<(Vec<MarkerRow>, Vec<DiscardRow>), MarkerError> {
    projects::store::find_project(conn, project_id)
        .await?
        .ok_or(MarkerError::NoProject)?;
    let rows = markers::store::list_markers(conn, project_id).await?;
    let discarded = discards::list(conn, Of::Project(project_id)).await?;
    Ok((rows, discarded))
}

/// Where the firm has a parcel.
pub async fn status(
    state: &AppState,
    user: &CurrentUser,
    parcel: ParcelUuid,
) -> Result<ParcelStatusResponse, MarkerError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let projects = store::list_projects_of(conn, parcel).await?;
        let discards = discards::list(conn, Of::Parcel(parcel)).await?;
        let ids: Vec<ProjectId> = discards.iter().map(|row| row.project_id).collect();
        let names: HashMap<ProjectId, String> =
            store::list_names(conn, &ids).await?.into_iter().collect();
        let in_project =
            |(project_id, project_name, marker_id, added_at, (fname, lname))| ParcelInProject {
                project_id,
                project_name,
                marker_id,
                added_at,
                added_by: format!("{fname} {lname}").trim().to_owned(),
            };
        let discard = |row: DiscardRow| {
            Some(ParcelDiscard {
                project_id: row.project_id,
                project_name: names.get(&row.project_id)?.clone(),
                reason: row.reason,
                note: row.note,
                discarded_at: row.discarded_at,
                discarded_by: row.discarded_by,
            })
        };
        Ok(ParcelStatusResponse {
            projects: projects.into_iter().map(in_project).collect(),
            discards: discards.into_iter().filter_map(discard).collect(),
        })
    })
    .await
}
