//! Files of projects: the selected ones, or all that match a filter, in the list's order.

use actix_web::HttpResponse;
use auth::CurrentUser;
use diesel::prelude::*;
use domain::ProjectId;
use http_kit::ApiResult;
use list_file::ListFile;

use super::ProjectError;
use super::dto::Project;
use super::list::{self, ProjectFilter};
use super::list_dto::{ExportProjectsRequest, ProjectSort};
use super::store::{self, current_projects};
use crate::schema::projects;
use crate::search;
use crate::state::AppState;

/// What a card shows first.
const COLUMNS: [&str; 20] = [
    "project_name",
    "status",
    "category",
    "state_name",
    "market_name",
    "submarket_name",
    "progress",
    "property_count",
    "tags",
    "assigned_to_name",
    "description",
    "market_type",
    "bldg_sqft_min",
    "bldg_sqft_max",
    "site_size_min",
    "site_size_max",
    "clear_height",
    "additional_filter",
    "created_at",
    "project_id",
];

pub async fn export_projects(
    state: &AppState,
    user: &CurrentUser,
    request: ExportProjectsRequest,
) -> ApiResult<HttpResponse> {
    let chosen = list_file::check_chosen("project_ids", request.project_ids)?;
    let given = request.filter.unwrap_or_default();
    let q = search::non_blank(given.q);
    let filter = ProjectFilter {
        status: search::non_blank(given.status),
        category: search::non_blank(given.category),
        state: search::non_blank(given.state),
        tag: search::non_blank(given.tag),
        assigned_to: given.assigned_to,
    };
    let ids = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let query = match chosen {
            Some(ids) => current_projects().filter(projects::project_id.eq_any(ids)),
            None => list::matching(q.as_deref(), &filter),
        };
        let order = request.sort.unwrap_or_default().into();
        list::list_ids(conn, query, order, list_file::ONE_MORE).await
    })
    .await
    .map_err(ProjectError::from)?;
    list_file::check_count("filter", ids.len())?;
    let file = ListFile {
        name: "projects",
        columns: &COLUMNS,
        format: request.format,
        ids,
    };
    let (pool, firm) = (state.pool.clone(), user.customer_id);
    file.respond(move |ids: Vec<ProjectId>| {
        let pool = pool.clone();
        async move {
            let rows = db::tenant_tx(&pool, firm, async |conn| {
                let query = current_projects().filter(projects::project_id.eq_any(ids.clone()));
                store::load(conn, query, ProjectSort::default().into()).await
            });
            let projects = rows.await?.into_iter();
            let projects = projects.map(|(view, _)| Project::from(view));
            Ok(projects
                .map(|project| (project.project_id, project))
                .collect())
        }
    })
}
