//! Removes many parcels from a project in one transaction, and undoes it.

use auth::CurrentUser;
use chrono::Utc;
use domain::{MarkerId, MarkerRemovalId, ProjectId};

use super::{MarkerRemovalError, store};
use crate::markers::{self, MarkerError, ended_discards, words};
use crate::projects::deletions::UNDOABLE;
use crate::state::AppState;
use crate::{dashboard, projects};

/// What became of a request.
#[derive(Debug)]
pub struct Removed {
    pub project_name: String,
    pub removed: usize,
    pub gone: usize,
    /// `None` if nothing was removed.
    pub removal_id: Option<MarkerRemovalId>,
}

/// What became of an undo.
#[derive(Debug)]
pub struct Restored {
    pub project_name: String,
    pub restored: usize,
    pub already: usize,
}

/// Removes the parcels that the project has.
pub async fn remove(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    ids: &[MarkerId],
) -> Result<Removed, MarkerRemovalError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let project = projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(MarkerError::NoProject)?;
        let removal_id = store::insert(conn, project_id, user.user_id, ids).await?;
        let rows = markers::store::delete_markers(conn, project_id, ids).await?;
        let mut outcome = Removed {
            project_name: project.project_name,
            removed: rows.len(),
            gone: ids.len() - rows.len(),
            removal_id: None,
        };
        if rows.is_empty() {
            store::delete(conn, removal_id).await?;
            return Ok(outcome);
        }
        outcome.removal_id = Some(removal_id);
        markers::events::removed(conn, user.customer_id, user.user_id, &rows).await?;
        markers::ops::changed(conn, user, project_id, "marker.removed").await?;
        for row in &rows {
            let test = project.use_test_webhook;
            markers::ops::call_webhook_of_removed(conn, state, user, row, test).await?;
        }
        let text = outcome.sentence();
        let (link, actor) = (projects::ops::map_link(project_id), Some(user.user_id));
        dashboard::store::insert_activity(conn, "marker.removed", &text, Some(&link), actor)
            .await?;
        Ok(outcome)
    })
    .await
}

/// Adds the removed parcels again that nobody has added since, which ends discards that were made since. A repeated request adds
/// nothing.
pub async fn undo(
    state: &AppState,
    user: &CurrentUser,
    id: MarkerRemovalId,
) -> Result<Restored, MarkerRemovalError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let removal = store::find_for_update(conn, id)
            .await?
            .ok_or(MarkerRemovalError::NotFound)?;
        let project = projects::store::find_project_for_update(conn, removal.project_id)
            .await?
            .ok_or(MarkerRemovalError::NotFound)?;
        let mut outcome = Restored {
            project_name: project.project_name,
            restored: 0,
            already: 0,
        };
        if removal.undone_at.is_some() {
            return Ok(outcome);
        }
        if removal.removed_at < Utc::now() - UNDOABLE {
            return Err(MarkerRemovalError::Expired);
        }
        let ids = store::restore(conn, id).await?;
        store::set_undone(conn, id).await?;
        outcome.restored = ids.len();
        outcome.already = store::count_markers(conn, id).await? - ids.len();
        if ids.is_empty() {
            return Ok(outcome);
        }
        let rows = markers::store::list_of_ids(conn, &ids).await?;
        let whose = (removal.project_id, user.user_id);
        ended_discards::end(conn, whose, None, &rows, &[]).await?;
        markers::events::added(conn, user, &rows).await?;
        markers::ops::changed(conn, user, removal.project_id, "marker.added").await?;
        let text = outcome.sentence();
        let link = projects::ops::map_link(removal.project_id);
        let actor = Some(user.user_id);
        dashboard::store::insert_activity(conn, "marker.added", &text, Some(&link), actor).await?;
        Ok(outcome)
    })
    .await
}

impl Removed {
    /// For the user and the list of activities.
    pub fn sentence(&self) -> String {
        if self.removed == 0 {
            return format!("None of these parcels is in {}.", self.project_name);
        }
        words::removed(self.removed, &self.project_name)
    }
}

impl Restored {
    /// For the user and the list of activities.
    pub fn sentence(&self) -> String {
        if self.restored + self.already == 0 {
            return "These parcels were already brought back.".to_owned();
        }
        words::added(self.restored, self.already, &self.project_name)
    }
}
