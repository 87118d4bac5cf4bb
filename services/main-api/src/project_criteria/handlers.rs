//! HTTP handlers of criteria.

use actix_web::web::{self, Data};
use actix_web::{get, put};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem, Query};

use super::dto::{ProjectCriteriaResponse, UpdateProjectCriteriaRequest};
use super::{CriteriaError, ops};
use crate::projects::dto::ProjectIdQuery;
use crate::state::AppState;

/// What the sites of a project must be and should be; if none were saved, the preset of its category with
/// its own fields.
#[utoipa::path(tag = "project criteria", params(ProjectIdQuery), responses(
    (status = 200, body = ProjectCriteriaResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem)))]
#[get("/api/project_criteria")]
pub async fn get_project_criteria(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<web::Json<ProjectCriteriaResponse>> {
    let criteria = ops::get(&state, user.customer_id, query.project_id).await?;
    Ok(web::Json(criteria))
}

/// Saves the criteria of a project.
#[utoipa::path(tag = "project criteria", request_body = UpdateProjectCriteriaRequest, responses(
    (status = 200, body = ProjectCriteriaResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem),
    (status = 409, description = "Changed meanwhile", body = Problem), (status = 422, body = Problem)))]
#[put("/api/project_criteria")]
pub async fn update_project_criteria(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateProjectCriteriaRequest>,
) -> ApiResult<web::Json<ProjectCriteriaResponse>> {
    let faults = site_search::check(&body.criteria);
    if !faults.is_empty() {
        return Err(CriteriaError::Invalid(faults).into());
    }
    let project_id = body.project_id;
    let criteria = ops::update(&state, &user, project_id, &body.criteria, body.version).await?;
    Ok(web::Json(criteria))
}
