//! Discards parcels and undoes it, one transaction each.

use std::collections::HashSet;

use auth::CurrentUser;
use diesel::result::Error;
use domain::{ParcelUuid, ProjectId};

use super::domain::DiscardReason;
use super::store;
use crate::markers::{self, MarkerError, facts, site_parcels};
use crate::state::AppState;
use crate::{dashboard, projects};

/// What became of a request.
#[derive(Debug, Default)]
pub struct Discarded {
    pub discarded: usize,
    pub in_project: usize,
    pub not_found: Vec<ParcelUuid>,
}

/// Discards the parcels that the project does not have, neither themselves nor in a site. A parcel that is discarded already gets
/// the new reason and the facts of today.
pub async fn discard(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    ids: &[ParcelUuid],
    (reason, note): (DiscardReason, Option<&str>),
) -> Result<Discarded, MarkerError> {
    // An unknown project is not worth a request to parcel-lookup.
    let known = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        projects::store::find_project(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        Ok::<_, MarkerError>(markers::store::list_parcels(conn, project_id).await?)
    })
    .await?;
    let known = known.iter().map(|(id, number)| (*id, number.as_str()));
    let of_sites = site_parcels::list(&state.parcel_lookup, user, known).await?;
    let records = facts::fetch(&state.parcel_lookup, user, ids, false).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // The lock serializes two discards of one parcel.
        let project = projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let known = markers::store::list_parcels(conn, project_id).await?;
        let identities = known.iter().filter_map(|(id, _)| *id);
        let identities: HashSet<ParcelUuid> = identities.chain(of_sites).collect();
        // A marker without identity means the parcel of its number.
        let numbers: HashSet<&str> = known
            .iter()
            .filter(|(id, _)| id.is_none())
            .map(|(_, number)| number.as_str())
            .collect();
        let mut outcome = Discarded::default();
        let mut parcels = Vec::with_capacity(ids.len());
        for id in ids {
            match records.get(id) {
                _ if identities.contains(id) => outcome.in_project += 1,
                Some(record) if numbers.contains(record.facts.parcelnumb.as_str()) => {
                    outcome.in_project += 1;
                }
                Some(record) => {
                    let facts = serde_json::to_value(&record.facts)
                        .map_err(|error| Error::SerializationError(error.into()))?;
                    parcels.push((*id, record.facts.keep_until, facts));
                }
                None => outcome.not_found.push(*id),
            }
        }
        outcome.discarded = parcels.len();
        if parcels.is_empty() {
            return Ok(outcome);
        }
        store::undo(conn, project_id, user.user_id, ids).await?;
        store::insert(conn, project_id, user.user_id, (reason, note), &parcels).await?;
        let text = match parcels.len() {
            1 => format!("1 parcel was discarded from {}.", project.project_name),
            many => format!(
                "{many} parcels were discarded from {}.",
                project.project_name
            ),
        };
        let (kind, link) = ("parcels.discarded", format!("/map?project_id={project_id}"));
        let actor = Some(user.user_id);
        dashboard::store::insert_activity(conn, kind, &text, Some(&link), actor).await?;
        markers::ops::changed(conn, user, project_id, kind).await?;
        Ok(outcome)
    })
    .await
}

/// Ends the discards of these parcels. Returns the number of parcels that were discarded.
pub async fn undo(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    ids: &[ParcelUuid],
) -> Result<usize, MarkerError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let restored = store::undo(conn, project_id, user.user_id, ids).await?;
        if restored > 0 {
            markers::ops::changed(conn, user, project_id, "parcels.discard_undone").await?;
        }
        Ok(restored)
    })
    .await
}
