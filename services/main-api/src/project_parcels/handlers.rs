//! HTTP handlers of the parcels of projects.

use actix_web::get;
use actix_web::web::{self, Data};
use auth::CurrentUser;
use http_kit::{ApiResult, Problem, Query};

use super::dto::{
    ParcelStatusQuery, ParcelStatusResponse, ProjectParcelsResponse, ReviewedParcelsResponse,
};
use super::ops;
use crate::projects::dto::ProjectIdQuery;
use crate::state::AppState;

/// Outlines and facts of a project's parcels, and the parcels that it discarded, in one call.
#[utoipa::path(tag = "project parcels", params(ProjectIdQuery), responses(
    (status = 200, body = ProjectParcelsResponse), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 503, description = "parcel-lookup is unavailable", body = Problem)))]
#[get("/api/project_parcels")]
pub async fn get_project_parcels(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<web::Json<ProjectParcelsResponse>> {
    let parcels = ops::list(&state, &user, query.project_id).await?;
    Ok(web::Json(parcels))
}

/// Identities of a project's parcels and of its discards, for selections.
#[utoipa::path(tag = "project parcels", params(ProjectIdQuery), responses(
    (status = 200, body = ReviewedParcelsResponse), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 503, description = "parcel-lookup is unavailable, and the project has a site", body = Problem)))]
#[get("/api/reviewed_parcels")]
pub async fn get_reviewed_parcels(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<web::Json<ReviewedParcelsResponse>> {
    let parcels = ops::reviewed(&state, &user, query.project_id).await?;
    Ok(web::Json(parcels))
}

/// The firm's projects that have or discarded a parcel.
#[utoipa::path(tag = "project parcels", params(ParcelStatusQuery), responses(
    (status = 200, body = ParcelStatusResponse), (status = 401, body = Problem)))]
#[get("/api/parcel_status")]
pub async fn get_parcel_status(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ParcelStatusQuery>,
) -> ApiResult<web::Json<ParcelStatusResponse>> {
    let status = ops::status(&state, &user, query.ll_uuid).await?;
    Ok(web::Json(status))
}
