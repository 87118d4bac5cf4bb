//! HTTP handlers of comparable sales.

use actix_web::web::Data;
use actix_web::{delete, get, post, put};
use auth::CurrentUser;
use domain::CompId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::dto::{Comp, CompFields, Comps, CompsQuery, UpdateCompRequest};
use super::ops;
use crate::properties::dto::Success;
use crate::state::AppState;

/// Comparable sales of the firm, the latest first.
#[utoipa::path(tag = "comps", params(CompsQuery),
    responses((status = 200, description = "The sales", body = Comps), ApiError))]
#[get("/comps")]
pub async fn list_comps(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<CompsQuery>,
) -> ApiResult<Json<Comps>> {
    Ok(Json(ops::list_comps(&state, &user, &query).await?))
}

/// Adds a comparable sale.
#[utoipa::path(tag = "comps", request_body = CompFields,
    responses((status = 200, description = "The sale", body = Comp), ApiError))]
#[post("/comps")]
pub async fn add_comp(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CompFields>,
) -> ApiResult<Json<Comp>> {
    Ok(Json(ops::add_comp(&state, &user, body).await?.into()))
}

/// Replaces what is known of a comparable sale. 409 with `version` when it was changed meanwhile.
#[utoipa::path(tag = "comps", request_body = UpdateCompRequest,
    params(("comp_id" = CompId, Path, description = "The sale")),
    responses((status = 200, description = "The sale", body = Comp), ApiError))]
#[put("/comps/{comp_id}")]
pub async fn update_comp(
    user: CurrentUser,
    state: Data<AppState>,
    Path(comp_id): Path<CompId>,
    Json(body): Json<UpdateCompRequest>,
) -> ApiResult<Json<Comp>> {
    let row = ops::update_comp(&state, &user, comp_id, body).await?;
    Ok(Json(row.into()))
}

/// Deletes a comparable sale. It stays in the sets that hold it, but no longer counts.
#[utoipa::path(tag = "comps", params(("comp_id" = CompId, Path, description = "The sale")),
    responses((status = 200, description = "Deleted", body = Success), ApiError))]
#[delete("/comps/{comp_id}")]
pub async fn delete_comp(
    user: CurrentUser,
    state: Data<AppState>,
    Path(comp_id): Path<CompId>,
) -> ApiResult<Json<Success>> {
    ops::set_deleted(&state, &user, comp_id, true).await?;
    Ok(Json(Success::YES))
}

/// Undoes the deletion of a comparable sale.
#[utoipa::path(tag = "comps", params(("comp_id" = CompId, Path, description = "The sale")),
    responses((status = 200, description = "The sale", body = Comp), ApiError))]
#[post("/comps/{comp_id}/restore")]
pub async fn restore_comp(
    user: CurrentUser,
    state: Data<AppState>,
    Path(comp_id): Path<CompId>,
) -> ApiResult<Json<Comp>> {
    let row = ops::set_deleted(&state, &user, comp_id, false).await?;
    Ok(Json(row.into()))
}
