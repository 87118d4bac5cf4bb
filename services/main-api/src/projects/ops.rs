//! Project operations, one transaction each.

use auth::CurrentUser;
use domain::{CustomerId, ProjectId};
use http_kit::ApiError;
use uuid::Uuid;

use super::domain::CheckedProject;
use super::dto::{ProjectFields, UpdateProjectRequest};
use super::list::ProjectFilter;
use super::list_dto::{ProjectFilters, ProjectTotals};
use super::store::{self, ProjectRow, ProjectView};
use super::{ProjectError, events, list};
use crate::search::{ListRequest, ListRows};
use crate::state::AppState;
use crate::{dashboard, webhooks};

pub async fn list_projects(
    state: &AppState,
    customer_id: CustomerId,
    request: &ListRequest,
    filter: &ProjectFilter,
) -> Result<(ListRows<ProjectView>, Option<ProjectTotals>), ProjectError> {
    Ok(db::tenant_tx(&state.pool, customer_id, async |conn| {
        let rows = list::list_projects(conn, request, filter).await?;
        let totals = match request.after {
            None => Some(list::read_totals(conn, request.q.as_deref(), filter).await?),
            Some(_) => None,
        };
        Ok::<_, diesel::result::Error>((rows, totals))
    })
    .await?)
}

pub async fn list_filters(
    state: &AppState,
    customer_id: CustomerId,
) -> Result<ProjectFilters, ProjectError> {
    Ok(db::tenant_tx(&state.pool, customer_id, async |conn| {
        list::list_filters(conn).await
    })
    .await?)
}

pub async fn get_project(
    state: &AppState,
    customer_id: CustomerId,
    id: ProjectId,
) -> Result<ProjectView, ProjectError> {
    db::tenant_tx(&state.pool, customer_id, async |conn| {
        store::find_project(conn, id)
            .await?
            .ok_or(ProjectError::NotFound)
    })
    .await
}

pub async fn create_project(
    state: &AppState,
    user: &CurrentUser,
    project: CheckedProject,
) -> Result<ProjectView, ProjectError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        check_places(conn, &project).await?;
        let id = ProjectId(Uuid::now_v7());
        let row = store::insert_project(conn, id, user.user_id, &project).await?;
        events::project(
            conn,
            user.customer_id,
            user.user_id,
            "created",
            &row,
            row.version,
        )
        .await?;
        let text = format!("Project '{}' was created.", row.project_name);
        dashboard::store::insert_activity(
            conn,
            "project.created",
            &text,
            Some(&map_link(id)),
            Some(user.user_id),
        )
        .await?;
        webhooks::call::enqueue_if_configured(
            conn,
            state,
            user.customer_id,
            row.use_test_webhook,
            "project.created",
            project_payload(&row),
        )
        .await?;
        store::find_project(conn, id)
            .await?
            .ok_or(ProjectError::NotFound)
    })
    .await
}

/// Absent fields stay unchanged.
pub async fn update_project(
    state: &AppState,
    user: &CurrentUser,
    change: UpdateProjectRequest,
) -> Result<ProjectView, ApiError> {
    let id = change.project_id;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = store::find_project_for_update(conn, id)
            .await?
            .ok_or(ProjectError::NotFound)?;
        let mut fields = ProjectFields::from(row);
        change.apply(&mut fields);
        let project = CheckedProject::try_from(fields)?;
        check_places(conn, &project).await?;
        let row = store::update_project(conn, id, &project).await?;
        events::project(
            conn,
            user.customer_id,
            user.user_id,
            "updated",
            &row,
            row.version,
        )
        .await?;
        let view = store::find_project(conn, id)
            .await?
            .ok_or(ProjectError::NotFound)?;
        Ok::<_, ApiError>(view)
    })
    .await
}

/// Link to a project's map.
pub fn map_link(id: ProjectId) -> String {
    format!("/map?project_id={id}")
}

fn project_payload(row: &ProjectRow) -> serde_json::Value {
    serde_json::json!({
        "project_id": row.project_id,
        "project_name": row.project_name,
        "category": row.category,
        "state": row.state,
        "market": row.market,
        "submarket": row.submarket,
    })
}

async fn check_places(
    conn: &mut db::AsyncPgConnection,
    project: &CheckedProject,
) -> Result<(), ProjectError> {
    let wrong = |field, sentence| ProjectError::Place { field, sentence };
    if !store::has_state(conn, &project.state).await? {
        return Err(wrong("state", "This state does not exist."));
    }
    if let Some(county) = &project.county
        && !store::has_county(conn, &project.state, county).await?
    {
        return Err(wrong("county", "This county is not in the chosen state."));
    }
    if let Some(market) = project.market
        && !store::has_market(conn, &project.state, market).await?
    {
        return Err(wrong("market", "This market is not in the chosen state."));
    }
    match (project.market, project.submarket) {
        (_, None) => Ok(()),
        (Some(market), Some(submarket))
            if store::has_submarket(conn, market, submarket).await? =>
        {
            Ok(())
        }
        (_, Some(_)) => Err(wrong(
            "submarket",
            "This submarket is not in the chosen market.",
        )),
    }
}

impl From<ProjectRow> for ProjectFields {
    fn from(row: ProjectRow) -> Self {
        Self {
            project_name: row.project_name,
            category: row.category,
            description: Some(row.description),
            state: row.state.unwrap_or_default(),
            county: row.county,
            market: row.market,
            submarket: row.submarket,
            market_type: row.market_type,
            bldg_sqft_min: row.bldg_sqft_min,
            bldg_sqft_max: row.bldg_sqft_max,
            site_size_min: row.site_size_min,
            site_size_max: row.site_size_max,
            clear_height: row.clear_height,
            additional_filter: Some(row.additional_filter),
            status: Some(row.status),
            progress: Some(row.progress),
            use_test_webhook: row.use_test_webhook,
        }
    }
}
