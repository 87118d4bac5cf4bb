//! Discards parcels and undoes it, one transaction each.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use diesel::result::Error;
use domain::{ParcelUuid, ProjectId};

use super::domain::{DiscardReason, changed_fact};
use super::store::{self, Of};
use crate::markers::facts::{Besides, ParcelRecord};
use crate::markers::site_parcels::OfSites;
use crate::markers::{self, MarkerError, facts};
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
    let mut of_sites = OfSites::read(state, user, project_id).await?;
    let besides = Besides {
        access_and_shape: reason.is_of_access_or_shape(),
        ..Besides::default()
    };
    let records = facts::fetch(&state.parcel_lookup, user, ids, besides).await?;
    loop {
        let why = (reason, note);
        let outcome =
            discard_beside(state, user, project_id, (ids, &records), why, &of_sites).await?;
        match outcome {
            Some(outcome) => return Ok(outcome),
            None => of_sites = OfSites::read(state, user, project_id).await?,
        }
    }
}

/// `None` if the project has other sites now.
async fn discard_beside(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    (ids, records): (&[ParcelUuid], &HashMap<ParcelUuid, ParcelRecord>),
    (reason, note): (DiscardReason, Option<&str>),
    of_sites: &OfSites,
) -> Result<Option<Discarded>, MarkerError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // The lock serializes two discards of one parcel.
        let project = projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let known = markers::store::list_parcels(conn, project_id).await?;
        let Some(identities) = of_sites.with(&known) else {
            return Ok(None);
        };
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
            return Ok(Some(outcome));
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
        Ok(Some(outcome))
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

/// Those of these parcels that the project has discarded, if that holds for what their records say now.
pub(crate) async fn holding(
    conn: &mut db::AsyncPgConnection,
    project_id: ProjectId,
    records: &HashMap<ParcelUuid, ParcelRecord>,
) -> Result<HashSet<ParcelUuid>, Error> {
    let mut holding = HashSet::new();
    for row in store::list(conn, Of::Project(project_id)).await? {
        let Some(record) = records.get(&row.ll_uuid) else {
            continue;
        };
        let now = serde_json::to_value(&record.facts)
            .map_err(|error| Error::SerializationError(error.into()))?;
        if changed_fact(row.reason, &row.facts, &now).is_none() {
            holding.insert(row.ll_uuid);
        }
    }
    Ok(holding)
}
