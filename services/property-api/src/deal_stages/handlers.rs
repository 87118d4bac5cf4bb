//! HTTP handlers of stages.

use actix_web::web::Data;
use actix_web::{get, put};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{DealStages, DealStagesQuery, UpdateDealStagesRequest};
use super::ops;
use crate::state::AppState;

/// The stages of a project.
#[utoipa::path(tag = "deals", params(DealStagesQuery),
    responses((status = 200, description = "The stages", body = DealStages), ApiError))]
#[get("/deal_stages")]
pub async fn get_deal_stages(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<DealStagesQuery>,
) -> ApiResult<Json<DealStages>> {
    Ok(Json(
        ops::get_stages(&state, &user, query.project_id).await?,
    ))
}

/// Replaces the stages of a project. 409 with `version` when someone else changed them meanwhile.
#[utoipa::path(tag = "deals", request_body = UpdateDealStagesRequest,
    responses((status = 200, description = "Stored", body = DealStages), ApiError))]
#[put("/deal_stages")]
pub async fn update_deal_stages(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateDealStagesRequest>,
) -> ApiResult<Json<DealStages>> {
    Ok(Json(ops::update_stages(&state, &user, body).await?))
}
