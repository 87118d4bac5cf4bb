//! Reads and saves criteria, one transaction each.

use auth::CurrentUser;
use diesel::result::Error;
use domain::{CustomerId, ProjectId};
use site_search::{CATEGORIES, Criteria, ProjectNeeds};

use super::dto::{CriteriaPreset, ProjectCriteriaResponse};
use super::store::CriteriaRow;
use super::{CriteriaError, events, store};
use crate::projects::store::{self as projects, ProjectRow};
use crate::state::AppState;

pub async fn get(
    state: &AppState,
    customer_id: CustomerId,
    project_id: ProjectId,
) -> Result<ProjectCriteriaResponse, CriteriaError> {
    db::tenant_tx(&state.pool, customer_id, async |conn| {
        let project = projects::find_project(conn, project_id)
            .await?
            .ok_or(CriteriaError::NoProject)?;
        shown(&project.row, store::find(conn, project_id).await?)
    })
    .await
}

/// Saves checked criteria.
pub async fn update(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    criteria: &Criteria,
    edited: Option<i64>,
) -> Result<ProjectCriteriaResponse, CriteriaError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // The lock serializes two changes of one project.
        let project = projects::find_project_for_update(conn, project_id)
            .await?
            .ok_or(CriteriaError::NoProject)?;
        let current = store::find(conn, project_id).await?;
        let current = current.map_or(0, |row| row.version);
        if edited.is_some_and(|edited| edited != current) {
            return Err(CriteriaError::Changed(current));
        }
        let json = serde_json::to_value(criteria)
            .map_err(|error| Error::SerializationError(error.into()))?;
        let version = store::upsert(conn, project_id, user.user_id, &json).await?;
        let (firm, hash) = (user.customer_id, site_search::hash(criteria));
        events::updated(conn, firm, user.user_id, project_id, version, &hash).await?;
        shown(&project, store::find(conn, project_id).await?)
    })
    .await
}

fn shown(
    project: &ProjectRow,
    saved: Option<CriteriaRow>,
) -> Result<ProjectCriteriaResponse, CriteriaError> {
    let (preset, not_judged) = site_search::of_project(&ProjectNeeds::from(project));
    let preset_of = CATEGORIES
        .into_iter()
        .find(|category| *category == project.category)
        .unwrap_or(CATEGORIES[0]);
    let presets = CATEGORIES.map(|category| CriteriaPreset {
        category: category.to_owned(),
        criteria: site_search::of_category(category),
    });
    let unsaved = ProjectCriteriaResponse {
        project_id: project.project_id,
        criteria: preset,
        is_preset: true,
        preset_of: Some(preset_of.to_owned()),
        updated_at: None,
        updated_by: None,
        version: 0,
        presets: presets.into(),
        not_judged,
    };
    let Some(saved) = saved else {
        return Ok(unsaved);
    };
    Ok(ProjectCriteriaResponse {
        criteria: serde_json::from_value(saved.criteria).map_err(CriteriaError::Unreadable)?,
        is_preset: false,
        preset_of: None,
        updated_at: Some(saved.updated_at),
        updated_by: Some(saved.updated_by),
        version: saved.version,
        ..unsaved
    })
}
