//! The outlines of all parcels of a project, with few requests to parcel-lookup.

use std::collections::HashMap;

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{MarkerId, ParcelUuid, ProjectId};
use futures::{StreamExt as _, TryStreamExt as _, stream};

use super::MarkerError;
use super::dto::{MarkerOutline, MarkerOutlinesResponse};
use super::parcels::{self, CONCURRENT_REQUESTS, MAX_PARCELS, OutlinesRequest, Parcel};
use super::store::{self, MarkerRow};
use crate::projects;
use crate::state::AppState;

/// How a marker's parcel is requested.
#[derive(Debug, Clone, PartialEq)]
pub enum ParcelKey {
    Identity(ParcelUuid),
    /// Nobody knows the identity.
    Number(String),
}

/// The outlines of a project's parcels. Each marker refers to the same parcel as in
/// [`super::ops::get_parcel`]; an ambiguous one has no outline.
pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<MarkerOutlinesResponse, MarkerError> {
    let (newest, wanted) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        projects::store::find_project(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let markers = store::list_markers(conn, project_id).await?;
        let newest = markers.last().map(|marker| marker.marker_id);
        Ok::<_, MarkerError>((newest, resolve(conn, project_id, &markers).await?))
    })
    .await?;
    let parcels = fetch(state, user, &wanted).await?;
    Ok(MarkerOutlinesResponse {
        outlines: assign(wanted, parcels),
        newest_marker_id: newest,
    })
}

/// How the parcel of each marker is requested; ambiguous markers are left out.
pub async fn resolve(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    markers: &[MarkerRow],
) -> QueryResult<Vec<(MarkerId, ParcelKey)>> {
    let bare: Vec<&str> = markers
        .iter()
        .filter(|marker| marker.ll_uuid.is_none())
        .map(|marker| marker.parcelnumb.as_str())
        .collect();
    let identities = match bare.as_slice() {
        [] => Vec::new(),
        numbers => store::list_identities_of(conn, numbers).await?,
    };
    Ok(Identities::new(project_id, identities).resolve(markers))
}

/// Identities by parcel number: those in the project, and those in all projects of the firm.
#[derive(Debug, Default)]
struct Identities {
    own: HashMap<String, Vec<ParcelUuid>>,
    all: HashMap<String, Vec<ParcelUuid>>,
}

impl Identities {
    fn new(project_id: ProjectId, rows: Vec<(String, ParcelUuid, ProjectId)>) -> Self {
        let mut identities = Self::default();
        for (number, ll_uuid, project) in rows {
            if project == project_id {
                identities
                    .own
                    .entry(number.clone())
                    .or_default()
                    .push(ll_uuid);
            }
            let all = identities.all.entry(number).or_default();
            if !all.contains(&ll_uuid) {
                all.push(ll_uuid);
            }
        }
        identities
    }

    /// How each marker's parcel is requested; ambiguous markers are left out.
    fn resolve(&self, markers: &[MarkerRow]) -> Vec<(MarkerId, ParcelKey)> {
        markers
            .iter()
            .filter_map(|marker| {
                let number = &marker.parcelnumb;
                let wanted = match marker.ll_uuid {
                    Some(ll_uuid) => ParcelKey::Identity(ll_uuid),
                    None => match self
                        .own
                        .get(number)
                        .or(self.all.get(number))
                        .map(Vec::as_slice)
                    {
                        None => ParcelKey::Number(number.clone()),
                        Some([one]) => ParcelKey::Identity(*one),
                        Some(_) => return None,
                    },
                };
                Some((marker.marker_id, wanted))
            })
            .collect()
    }
}

async fn fetch(
    state: &AppState,
    user: &CurrentUser,
    wanted: &[(MarkerId, ParcelKey)],
) -> Result<Vec<Parcel>, MarkerError> {
    let requests = wanted.chunks(MAX_PARCELS).map(|chunk| {
        let mut request = OutlinesRequest::default();
        for (_, wanted) in chunk {
            match wanted {
                ParcelKey::Identity(id) => request.ll_uuids.push(*id),
                ParcelKey::Number(number) => request.parcelnumbs.push(number.clone()),
            }
        }
        request
    });
    let answers: Vec<Vec<Parcel>> = stream::iter(requests)
        .map(|request| async move { parcels::outlines(&state.parcel_lookup, user, &request).await })
        .buffer_unordered(CONCURRENT_REQUESTS)
        .try_collect()
        .await?;
    Ok(answers.into_iter().flatten().collect())
}

/// Pairs markers with their parcels. A number that several parcels have is not assigned.
fn assign(wanted: Vec<(MarkerId, ParcelKey)>, parcels: Vec<Parcel>) -> Vec<MarkerOutline> {
    let mut by_number: HashMap<String, Vec<ParcelUuid>> = HashMap::new();
    let mut by_identity: HashMap<ParcelUuid, Parcel> = HashMap::new();
    for parcel in parcels {
        let of_number = by_number.entry(parcel.parcelnumb.clone()).or_default();
        if !of_number.contains(&parcel.ll_uuid) {
            of_number.push(parcel.ll_uuid);
        }
        by_identity.insert(parcel.ll_uuid, parcel);
    }
    wanted
        .into_iter()
        .filter_map(|(marker_id, wanted)| {
            let id = match wanted {
                ParcelKey::Identity(id) => id,
                ParcelKey::Number(number) => match by_number.get(&number)?.as_slice() {
                    [one] => *one,
                    _ => return None,
                },
            };
            let parcel = by_identity.get(&id)?;
            Some(MarkerOutline {
                marker_id,
                geometry: parcel.geometry.clone(),
                ll_uuid: parcel.ll_uuid,
                state2: parcel.state2.clone(),
                ll_gisacre: parcel.ll_gisacre,
                is_sample: parcel.is_sample,
                retired_at: parcel.retired_at,
                retired_file_date: parcel.retired_file_date,
                source: parcel.source.clone(),
                source_licence: parcel.source_licence.clone(),
                fetched_at: parcel.fetched_at,
            })
        })
        .collect()
}
