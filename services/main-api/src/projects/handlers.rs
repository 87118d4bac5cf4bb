//! HTTP handlers of projects.

use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use auth::{CurrentUser, ProjectsRead, ReadAccess};
use http_kit::{ApiResult, Json, Problem, Query};
use list_file::ListFileBody;

use super::changes_dto::{ChangeProjectsRequest, ChangedProjects};
use super::domain::CheckedProject;
use super::dto::{
    CreateProjectResponse, DeleteProjectRequest, Project, ProjectData, ProjectDataResponse,
    ProjectFields, ProjectIdQuery, ProjectIdsRequest, ProjectsDone, Success, UpdateProjectRequest,
    UpdateProjectResponse,
};
use super::list::ProjectFilter;
use super::list_dto::{ExportProjectsRequest, ProjectFilters, ProjectsQuery, ProjectsResponse};
use super::store::ProjectView;
use super::{changes, deletions, exports, ops};
use crate::search::{self, ListRequest};
use crate::state::AppState;

/// Lists the firm's projects, newest first unless sorted otherwise.
#[utoipa::path(tag = "projects", security(("personal_access_token" = ["projects:read"])), params(ProjectsQuery), responses(
    (status = 200, body = ProjectsResponse), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem),
    (status = 422, body = Problem)))]
#[get("/api/projects")]
pub async fn list_projects(
    access: ReadAccess<ProjectsRead>,
    state: Data<AppState>,
    Query(query): Query<ProjectsQuery>,
) -> ApiResult<HttpResponse> {
    let cursor = query.cursor.as_deref();
    let request = ListRequest::new(query.q, query.sort, query.limit, cursor)?;
    let filter = ProjectFilter {
        status: search::non_blank(query.status),
        category: search::non_blank(query.category),
        state: search::non_blank(query.state),
        tag: search::non_blank(query.tag),
        assigned_to: query.assigned_to,
    };
    let (listed, totals) =
        ops::list_projects(&state, access.customer_id, &request, &filter).await?;
    let page = request.page(query.sort, listed)?;
    Ok(HttpResponse::Ok().json(ProjectsResponse {
        projects: page.rows.into_iter().map(Project::from).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
        totals,
    }))
}

/// Filter values for the firm's projects.
#[utoipa::path(tag = "projects", security(("personal_access_token" = ["projects:read"])), responses(
    (status = 200, body = ProjectFilters), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem)))]
#[get("/api/get_project_filters")]
pub async fn get_project_filters(
    access: ReadAccess<ProjectsRead>,
    state: Data<AppState>,
) -> ApiResult<HttpResponse> {
    Ok(HttpResponse::Ok().json(ops::list_filters(&state, access.customer_id).await?))
}

/// Projects as a file, with all their fields: the selected ones or all of a filter.
#[utoipa::path(tag = "projects", request_body = ExportProjectsRequest, responses(
    (status = 200, description = "The file, as an attachment", content((ListFileBody = "text/csv"),
        (ListFileBody = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 401, body = Problem), (status = 422, body = Problem)))]
#[post("/api/export_projects")]
pub async fn export_projects(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ExportProjectsRequest>,
) -> ApiResult<HttpResponse> {
    exports::export_projects(&state, &user, body).await
}

/// Creates a project with status active and progress 20.
#[utoipa::path(tag = "projects", request_body = ProjectFields, responses(
    (status = 200, body = CreateProjectResponse), (status = 401, body = Problem),
    (status = 422, description = "Project name, state and type are required", body = Problem)))]
#[post("/api/create_project")]
pub async fn create_project(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ProjectFields>,
) -> ApiResult<HttpResponse> {
    let project: Project = ops::create_project(&state, &user, CheckedProject::try_from(body)?)
        .await?
        .into();
    Ok(HttpResponse::Ok().json(CreateProjectResponse {
        project_id: project.project_id,
        message: "Project created successfully!".to_owned(),
        project,
    }))
}

/// Changes a project.
#[utoipa::path(tag = "projects", request_body = UpdateProjectRequest, responses(
    (status = 200, body = UpdateProjectResponse), (status = 401, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
#[post("/api/update_project")]
pub async fn update_project(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateProjectRequest>,
) -> ApiResult<HttpResponse> {
    let project = ops::update_project(&state, &user, body).await?.into();
    let message = "Project updated successfully!".to_owned();
    Ok(HttpResponse::Ok().json(UpdateProjectResponse {
        success: true,
        message,
        project,
    }))
}

/// Deletes a project with its markers. It can be restored for a minute.
#[utoipa::path(tag = "projects", request_body = DeleteProjectRequest, responses(
    (status = 200, body = Success), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[post("/api/delete_project")]
pub async fn delete_project(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DeleteProjectRequest>,
) -> ApiResult<HttpResponse> {
    deletions::delete_project(&state, &user, body.project_id).await?;
    Ok(HttpResponse::Ok().json(Success { success: true }))
}

/// Restores a project that was deleted within the last minute.
#[utoipa::path(tag = "projects", request_body = DeleteProjectRequest, responses(
    (status = 200, body = Success), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[post("/api/restore_project")]
pub async fn restore_project(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DeleteProjectRequest>,
) -> ApiResult<HttpResponse> {
    deletions::restore_project(&state, &user, body.project_id).await?;
    Ok(HttpResponse::Ok().json(Success { success: true }))
}

/// Changes name, status and category of several projects, all or none. The response has what undoes it.
#[utoipa::path(tag = "projects", request_body = ChangeProjectsRequest, responses(
    (status = 200, body = ChangedProjects), (status = 401, body = Problem),
    (status = 404, description = "None of the projects exists", body = Problem), (status = 422, body = Problem)))]
#[post("/api/change_projects")]
pub async fn change_projects(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ChangeProjectsRequest>,
) -> ApiResult<HttpResponse> {
    Ok(HttpResponse::Ok().json(changes::change_projects(&state, &user, body).await?))
}

/// Deletes several projects with their markers. They can be restored for a minute.
#[utoipa::path(tag = "projects", request_body = ProjectIdsRequest, responses(
    (status = 200, body = ProjectsDone), (status = 401, body = Problem),
    (status = 404, description = "None of the projects exists", body = Problem), (status = 422, body = Problem)))]
#[post("/api/delete_projects")]
pub async fn delete_projects(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ProjectIdsRequest>,
) -> ApiResult<HttpResponse> {
    let project_ids = deletions::delete_projects(&state, &user, body.project_ids).await?;
    Ok(HttpResponse::Ok().json(ProjectsDone { project_ids }))
}

/// Restores several projects that were deleted within the last minute.
#[utoipa::path(tag = "projects", request_body = ProjectIdsRequest, responses(
    (status = 200, body = ProjectsDone), (status = 401, body = Problem),
    (status = 404, description = "None of them can be restored", body = Problem), (status = 422, body = Problem)))]
#[post("/api/restore_projects")]
pub async fn restore_projects(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ProjectIdsRequest>,
) -> ApiResult<HttpResponse> {
    let project_ids = deletions::restore_projects(&state, &user, body.project_ids).await?;
    Ok(HttpResponse::Ok().json(ProjectsDone { project_ids }))
}

/// One project, with its submarket's id for the map.
#[utoipa::path(tag = "projects", security(("personal_access_token" = ["projects:read"])), params(ProjectIdQuery), responses(
    (status = 200, body = ProjectDataResponse), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem),
    (status = 404, body = Problem)))]
#[get("/api/get_project_data")]
pub async fn get_project_data(
    access: ReadAccess<ProjectsRead>,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<HttpResponse> {
    let project: Project = ops::get_project(&state, access.customer_id, query.project_id)
        .await?
        .into();
    let submarket_id = project.submarket;
    let project_data = ProjectData {
        project,
        submarket_id,
    };
    Ok(HttpResponse::Ok().json(ProjectDataResponse { project_data }))
}

impl From<ProjectView> for Project {
    fn from(view: ProjectView) -> Self {
        let row = view.row;
        Self {
            project_id: row.project_id,
            project_name: row.project_name,
            category: Some(row.category),
            description: row.description,
            state: row.state,
            county: row.county,
            market: row.market,
            submarket: row.submarket,
            market_type: row.market_type,
            bldg_sqft_min: row.bldg_sqft_min,
            bldg_sqft_max: row.bldg_sqft_max,
            site_size_min: row.site_size_min,
            site_size_max: row.site_size_max,
            clear_height: row.clear_height,
            additional_filter: row.additional_filter,
            status: row.status,
            progress: row.progress,
            created_at: row.created_at,
            state_name: view.state_name,
            market_name: view.market_name,
            submarket_name: view.submarket_name,
            property_count: view.property_count.unwrap_or_default(),
            tags: row.tags,
            assigned_to: row.assigned_to,
            assigned_to_name: row.assigned_to_name,
            version: row.version,
        }
    }
}
