//! HTTP handlers of saved searches.

use actix_web::web::{self, Data};
use actix_web::{HttpResponse, delete, get, post, put};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem, Query};

use super::domain::CheckedSearch;
use super::dto::{
    CreateSavedSearchRequest, SavedSearch, SavedSearchQuery, SavedSearchesResponse,
    UpdateSavedSearchRequest,
};
use super::ops;
use crate::projects::dto::ProjectIdQuery;
use crate::state::AppState;

/// The saved searches of a project, by name.
#[utoipa::path(tag = "saved searches", params(ProjectIdQuery), responses(
    (status = 200, body = SavedSearchesResponse), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/saved_searches")]
pub async fn list_saved_searches(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<web::Json<SavedSearchesResponse>> {
    let rows = ops::list(&state, &user, query.project_id).await?;
    let saved_searches = rows.into_iter().map(SavedSearch::from).collect();
    Ok(web::Json(SavedSearchesResponse { saved_searches }))
}

/// Saves a search. Its maker has looked at what it finds.
#[utoipa::path(tag = "saved searches", request_body = CreateSavedSearchRequest, responses(
    (status = 201, body = SavedSearch), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem),
    (status = 409, description = "The name is taken, or the project has 100 searches", body = Problem),
    (status = 422, body = Problem)))]
#[post("/api/saved_searches")]
pub async fn create_saved_search(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CreateSavedSearchRequest>,
) -> ApiResult<HttpResponse> {
    let search = CheckedSearch::of(body.fields)?;
    let row = ops::create(&state, &user, body.project_id, search).await?;
    Ok(HttpResponse::Created().json(SavedSearch::from(row)))
}

/// Changes a search.
#[utoipa::path(tag = "saved searches", request_body = UpdateSavedSearchRequest, responses(
    (status = 200, body = SavedSearch), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 409, description = "The name is taken, or the version is old", body = Problem),
    (status = 422, body = Problem)))]
#[put("/api/saved_searches")]
pub async fn update_saved_search(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateSavedSearchRequest>,
) -> ApiResult<web::Json<SavedSearch>> {
    let search = CheckedSearch::of(body.fields)?;
    let row = ops::update(&state, &user, body.search_id, body.version, search).await?;
    Ok(web::Json(row.into()))
}

/// Deletes a search.
#[utoipa::path(tag = "saved searches", params(SavedSearchQuery), responses(
    (status = 204, description = "Deleted"), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[delete("/api/saved_searches")]
pub async fn delete_saved_search(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SavedSearchQuery>,
) -> ApiResult<HttpResponse> {
    ops::delete(&state, &user, query.search_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Keeps that the signed-in person looks at what a search finds now: what is new is counted from here.
#[utoipa::path(tag = "saved searches", request_body = SavedSearchQuery, responses(
    (status = 200, body = SavedSearch), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[post("/api/look_at_saved_search")]
pub async fn look_at_saved_search(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<SavedSearchQuery>,
) -> ApiResult<web::Json<SavedSearch>> {
    let row = ops::look(&state, &user, body.search_id).await?;
    Ok(web::Json(row.into()))
}
