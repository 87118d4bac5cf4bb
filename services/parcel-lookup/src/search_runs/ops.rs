//! Operations on a firm's runs: create, list, get, cancel, remove.

use auth::CurrentUser;
use domain::{ProjectId, RunId};
use http_kit::ApiError;
use uuid::Uuid;

use super::api::dto::{LayerLoading, SearchRun, SearchRunRequest};
use super::error::{MAX_ACTIVE, SearchError};
use super::row::{SearchRow, SearchSettings};
use super::store::NewSearch;
use super::{events, store};
use crate::filters;
use crate::growth::runs::artifacts::result;
use crate::growth::runs::error::RunError;
use crate::growth::runs::settings::RunKind;
use crate::state::AppState;

const MAX_NAME_CHARS: usize = 80;

/// Stores a queued run, with what main-api says of its area and its project now: the work has no token.
pub async fn create(
    state: &AppState,
    user: &CurrentUser,
    request: SearchRunRequest,
) -> Result<SearchRow, SearchError> {
    let faults = site_search::check(&request.criteria);
    if !faults.is_empty() {
        return Err(SearchError::Criteria(faults));
    }
    let name = checked_name(request.name.as_deref())?;
    if let Some(filter) = &request.filter {
        let read = filters::read(filter);
        let read = read
            .map_err(|error| SearchError::Invalid(ApiError::invalid("filter", error.sentence)))?;
        let ready = filters::ops::ready(state, user.customer_id, read).await;
        ready.map_err(SearchError::Invalid)?;
    }
    let reviewed = state.reviewed.of(request.project_id, user).await?;
    if let Some(growth_run_id) = request.growth_run_id {
        let run = result::succeeded(&state.pool, user, growth_run_id).await?;
        if run.kind != RunKind::Prediction {
            return Err(RunError::NoMap.into());
        }
    }
    let outlines = state.searches.areas().outlines(&request.area, user).await?;
    let gate_outlines = state.searches.areas();
    let gate_outlines = gate_outlines.of_gates(&request.criteria, user).await?;
    let settings = SearchSettings {
        area: request.area,
        outlines,
        in_project: reviewed.in_project,
        discarded: reviewed.discarded,
        gate_outlines,
    };
    let unreadable = |error: serde_json::Error| SearchError::Unreadable(error.to_string());
    let run = NewSearch {
        run_id: RunId(Uuid::now_v7()),
        created_by: user.user_id,
        project_id: request.project_id,
        name,
        criteria_hash: site_search::hash(&request.criteria),
        criteria: serde_json::to_value(&request.criteria).map_err(unreadable)?,
        growth_run_id: request.growth_run_id,
        filter: request.filter.as_deref(),
        settings: serde_json::to_value(settings).map_err(unreadable)?,
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if store::lock_and_count_active(conn).await? >= MAX_ACTIVE {
            return Err(SearchError::TooMany);
        }
        let row = store::insert(conn, &run).await?;
        events::say_requested(conn, &row).await?;
        Ok(row)
    })
    .await
}

fn checked_name(name: Option<&str>) -> Result<Option<&str>, SearchError> {
    let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    if name.chars().count() > MAX_NAME_CHARS || name.contains(char::is_control) {
        return Err(SearchError::Field(
            "name",
            "A name has at most 80 characters, none of them control characters.",
        ));
    }
    Ok(Some(name))
}

/// The runs of a project of the firm, newest first.
pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<Vec<SearchRow>, SearchError> {
    let runs = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list(conn, project_id).await
    })
    .await?;
    if runs.is_empty() {
        // A project without runs, or one of another firm.
        state.reviewed.of(project_id, user).await?;
    }
    Ok(runs)
}

pub async fn get(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<SearchRow, SearchError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find(conn, run_id).await
    })
    .await?
    .ok_or(SearchError::NotFound)
}

/// The response body, with how far the layers are by now that the run asked for.
pub async fn shown_now(state: &AppState, run: &SearchRow) -> Result<SearchRun, SearchError> {
    let unmapped = run.outcome()?.map(|outcome| outcome.unmapped);
    let mut loading = Vec::new();
    for land in unmapped.unwrap_or_default() {
        let cells = land.first_cells();
        let progress = db::system_tx(&state.pool, async |conn| {
            state.site_layers.progress(conn, land.kind, &cells).await
        });
        loading.push(LayerLoading::of(&land, progress.await?));
    }
    Ok(SearchRun {
        loading,
        ..run.shown()?
    })
}

/// Cancels an active run. The process that works on it stops at its next report.
pub async fn cancel(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<SearchRow, SearchError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if store::find(conn, run_id).await?.is_none() {
            return Err(SearchError::NotFound);
        }
        let row = store::cancel(conn, run_id)
            .await?
            .ok_or(SearchError::Ended)?;
        events::say_finished(conn, &row).await?;
        Ok(row)
    })
    .await
}

/// Removes a run with its results; an active one is cancelled first.
pub async fn remove(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<(), SearchError> {
    match cancel(state, user, run_id).await {
        Ok(_) | Err(SearchError::Ended) => {}
        Err(error) => return Err(error),
    }
    let removed = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::delete(conn, run_id).await
    })
    .await?;
    removed.then_some(()).ok_or(SearchError::NotFound)
}
