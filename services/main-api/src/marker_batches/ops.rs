//! Adds many parcels to a project in one transaction, and undoes it.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use chrono::Utc;
use domain::{MarkerBatchId, ParcelUuid, ProjectId};

use super::domain::{Wanted, marker_of};
use super::{MarkerBatchError, store};
use crate::discards::store::Of;
use crate::markers::domain::NewMarker;
use crate::markers::facts::{self, Besides, ParcelRecord};
use crate::markers::site_parcels::OfSites;
use crate::markers::{self, MarkerError, ended_discards, many, words};
use crate::projects::deletions::UNDOABLE;
use crate::state::AppState;
use crate::{dashboard, discards, projects};

/// What became of a request.
#[derive(Debug)]
pub struct Added {
    pub project_name: String,
    pub added: usize,
    pub already: usize,
    /// Parcels of a selection that the project has discarded: they were when it was made, or since.
    pub discarded: usize,
    pub not_found: Vec<ParcelUuid>,
    /// `None` if nothing was added.
    pub batch_id: Option<MarkerBatchId>,
}

/// Adds the parcels that the project does not have yet, neither themselves nor in a site. Of a selection those that the project has
/// discarded are left out, since a colleague may have done so after it was counted; of parcels that are named it ends the discards.
pub async fn add(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    wanted: Wanted,
) -> Result<Added, MarkerBatchError> {
    let mut of_sites = OfSites::read(state, user, project_id).await?;
    let mut chosen = Chosen::read(state, user, wanted).await?;
    if chosen.is_selection {
        chosen.measure_discarded(state, user, project_id).await?;
    }
    loop {
        match add_beside(state, user, project_id, &chosen, &of_sites).await? {
            Some(added) => return Ok(added),
            None => of_sites = OfSites::read(state, user, project_id).await?,
        }
    }
}

/// What is to be added, by what parcel-lookup has of it.
struct Chosen {
    is_selection: bool,
    records: HashMap<ParcelUuid, ParcelRecord>,
    markers: Vec<NewMarker>,
    not_found: Vec<ParcelUuid>,
}

impl Chosen {
    async fn read(
        state: &AppState,
        user: &CurrentUser,
        wanted: Wanted,
    ) -> Result<Self, MarkerBatchError> {
        let is_selection = matches!(wanted, Wanted::Selection(_));
        let (ids, records) = match wanted {
            Wanted::Parcels(ids) => {
                let besides = Besides::default();
                let records = facts::fetch(&state.parcel_lookup, user, &ids, besides).await?;
                (ids, records)
            }
            Wanted::Selection(id) => {
                let parcels =
                    facts::of_selection(&state.parcel_lookup, user, id, many::MOST).await?;
                let parcels = parcels.ok_or(MarkerBatchError::NoSelection)?;
                let ids = parcels.iter().map(|record| record.facts.ll_uuid).collect();
                (ids, facts::by_identity(parcels))
            }
        };
        if ids.len() > many::MOST {
            return Err(MarkerBatchError::TooLarge);
        }
        let mut not_found = Vec::new();
        let mut markers = Vec::with_capacity(ids.len());
        for id in &ids {
            match records.get(id).and_then(|record| marker_of(&record.facts)) {
                Some(marker) => markers.push(marker),
                None => not_found.push(*id),
            }
        }
        Ok(Self {
            is_selection,
            records,
            markers,
            not_found,
        })
    }

    /// A selection is told without what discards for access and for shape rest on.
    async fn measure_discarded(
        &mut self,
        state: &AppState,
        user: &CurrentUser,
        project_id: ProjectId,
    ) -> Result<(), MarkerBatchError> {
        let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
            discards::store::list(conn, Of::Project(project_id)).await
        })
        .await?;
        let measured = rows.into_iter().filter(|row| {
            row.reason.is_of_access_or_shape() && self.records.contains_key(&row.ll_uuid)
        });
        let ids: Vec<ParcelUuid> = measured.map(|row| row.ll_uuid).collect();
        let besides = Besides::ACCESS_AND_SHAPE;
        let records = facts::fetch(&state.parcel_lookup, user, &ids, besides).await?;
        self.records.extend(records);
        Ok(())
    }
}

/// `None` if the project has other sites now.
async fn add_beside(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    chosen: &Chosen,
    of_sites: &OfSites,
) -> Result<Option<Added>, MarkerBatchError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // The lock serializes two clicks on one parcel.
        let project = projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let known = markers::store::list_parcels(conn, project_id).await?;
        let Some(identities) = of_sites.with(&known) else {
            return Ok(None);
        };
        // A marker without identity means the parcel of its number.
        let numbers: HashSet<_> = known
            .iter()
            .filter(|(id, _)| id.is_none())
            .map(|(_, number)| number.as_str())
            .collect();
        let mut wanted = chosen.markers.clone();
        let all = wanted.len();
        wanted.retain(|marker| {
            !marker.ll_uuid.is_some_and(|id| identities.contains(&id))
                && !numbers.contains(marker.parcelnumb.as_str())
        });
        let already = all - wanted.len();
        if chosen.is_selection {
            let holding = discards::ops::holding(conn, project_id, &chosen.records).await?;
            wanted.retain(|marker| !marker.ll_uuid.is_some_and(|id| holding.contains(&id)));
        }
        let mut outcome = Added {
            project_name: project.project_name,
            added: wanted.len(),
            already,
            discarded: all - already - wanted.len(),
            not_found: chosen.not_found.clone(),
            batch_id: None,
        };
        if wanted.is_empty() {
            return Ok(Some(outcome));
        }
        let batch_id = store::insert(conn, project_id, user.user_id).await?;
        outcome.batch_id = Some(batch_id);
        let rows =
            markers::store::insert_markers(conn, project_id, user.user_id, Some(batch_id), &wanted)
                .await?;
        let sites = rows
            .iter()
            .filter_map(|row| chosen.records.get(&row.ll_uuid?)?.facts.site.as_ref());
        let of_new: Vec<ParcelUuid> = sites
            .flat_map(|site| &site.members)
            .map(|member| member.ll_uuid)
            .collect();
        let whose = (project_id, user.user_id);
        ended_discards::end(conn, whose, Some(batch_id), &rows, &of_new).await?;
        markers::events::added(conn, user, &rows).await?;
        markers::ops::changed(conn, user, project_id, "marker.added").await?;
        let text = outcome.sentence();
        let link = projects::ops::map_link(project_id);
        let actor = Some(user.user_id);
        dashboard::store::insert_activity(conn, "marker.added", &text, Some(&link), actor).await?;
        Ok(Some(outcome))
    })
    .await
}

/// Removes the parcels of a batch that are still in the project, and brings back the discards that adding them ended. Returns the
/// number of parcels, and the project's name. A repeated request removes nothing.
pub async fn undo(
    state: &AppState,
    user: &CurrentUser,
    id: MarkerBatchId,
) -> Result<(usize, String), MarkerBatchError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let batch = store::find_for_update(conn, id)
            .await?
            .ok_or(MarkerBatchError::NotFound)?;
        let project = projects::store::find_project_for_update(conn, batch.project_id)
            .await?
            .ok_or(MarkerBatchError::NotFound)?;
        if batch.undone_at.is_some() {
            return Ok((0, project.project_name));
        }
        if batch.created_at < Utc::now() - UNDOABLE {
            return Err(MarkerBatchError::Expired);
        }
        let rows = markers::store::delete_batch(conn, id).await?;
        ended_discards::bring_back(conn, id).await?;
        store::set_undone(conn, id).await?;
        markers::events::removed(conn, user.customer_id, user.user_id, &rows).await?;
        markers::ops::changed(conn, user, batch.project_id, "marker.removed").await?;
        let text = words::removed(rows.len(), &project.project_name);
        let (link, actor) = (
            projects::ops::map_link(batch.project_id),
            Some(user.user_id),
        );
        dashboard::store::insert_activity(conn, "marker.removed", &text, Some(&link), actor)
            .await?;
        Ok((rows.len(), project.project_name))
    })
    .await
}

impl Added {
    /// For the user and the list of activities.
    pub fn sentence(&self) -> String {
        let whose = self.project_name.as_str();
        words::added_without(self.added, self.already, self.discarded, whose)
    }
}
