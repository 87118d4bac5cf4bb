//! HTTP handlers of the comparable sales of a property and the offer from them.

use actix_web::web::Data;
use actix_web::{get, post, put};
use auth::CurrentUser;
use domain::CompSnapshotId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::set_dto::{
    CompSet, CompSetQuery, CompSnapshot, CompsUsed, UpdateCompSetRequest, UseCompsRequest,
};
use super::{freeze, set_ops};
use crate::state::AppState;

/// The comparable sales of a property, with what they say.
#[utoipa::path(tag = "comps", params(CompSetQuery),
    responses((status = 200, description = "The sales", body = CompSet), ApiError))]
#[get("/comp_set")]
pub async fn get_comp_set(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<CompSetQuery>,
) -> ApiResult<Json<CompSet>> {
    let set = set_ops::get_set(&state, &user, query.property_id).await?;
    Ok(Json(set))
}

/// Replaces the comparable sales of a property. 409 with `version` when they were changed meanwhile,
/// also by a change of one of the sales.
#[utoipa::path(tag = "comps", request_body = UpdateCompSetRequest,
    responses((status = 200, description = "The sales", body = CompSet), ApiError))]
#[put("/comp_set")]
pub async fn update_comp_set(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateCompSetRequest>,
) -> ApiResult<Json<CompSet>> {
    Ok(Json(set_ops::update_set(&state, &user, body).await?))
}

/// Sets the offer of a property from its comparable sales, which are frozen for it. 409 with `version`
/// when they were changed since the caller saw them.
#[utoipa::path(tag = "comps", request_body = UseCompsRequest,
    responses((status = 200, description = "The offer", body = CompsUsed), ApiError))]
#[post("/comp_set/use")]
pub async fn use_comps(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UseCompsRequest>,
) -> ApiResult<Json<CompsUsed>> {
    Ok(Json(freeze::use_comps(&state, &user, body).await?))
}

/// The comparable sales that an offer was calculated from, as they were.
#[utoipa::path(tag = "comps",
    params(("snapshot_id" = CompSnapshotId, Path, description = "The frozen copy")),
    responses((status = 200, description = "The sales", body = CompSnapshot), ApiError))]
#[get("/comp_snapshots/{snapshot_id}")]
pub async fn get_comp_snapshot(
    user: CurrentUser,
    state: Data<AppState>,
    Path(snapshot_id): Path<CompSnapshotId>,
) -> ApiResult<Json<CompSnapshot>> {
    Ok(Json(
        freeze::get_snapshot(&state, &user, snapshot_id).await?,
    ))
}
