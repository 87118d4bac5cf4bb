//! HTTP handlers of net buildable area.

use actix_web::{get, post, web};
use auth::CurrentUser;
use domain::ParcelUuid;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::domain::{MAX_PARCELS, check};
use super::dto::{Buildable, BuildableOptions, BuildableRequest};
use super::ops;
use crate::state::AppState;

/// The net buildable area of a parcel, or of a site of several, with each deduction. Layers of public services are not waited for: the state of a
/// deduction says whether it has been made.
#[utoipa::path(tag = "buildable", params(BuildableOptions,
        ("ll_uuid" = ParcelUuid, Path, description = "The parcel's identity")),
    responses((status = 200, body = Buildable), StandardErrors))]
#[get("/parcels/{ll_uuid}/buildable")]
pub async fn get_parcel_buildable(
    user: CurrentUser,
    state: web::Data<AppState>,
    id: Path<ParcelUuid>,
    Query(given): Query<BuildableOptions>,
) -> ApiResult<web::Json<Buildable>> {
    let options = check(&given, None)?;
    let result = ops::calculate(&state, &user, &[id.into_inner()], options).await?;
    Ok(web::Json(result))
}

/// The net buildable area of parcels as one site.
#[utoipa::path(tag = "buildable", request_body = BuildableRequest,
    responses((status = 200, body = Buildable), StandardErrors))]
#[post("/buildable")]
pub async fn calculate_buildable(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<BuildableRequest>,
) -> ApiResult<web::Json<Buildable>> {
    if !(1..=MAX_PARCELS).contains(&body.ll_uuids.len()) {
        return Err(ApiError::invalid("ll_uuids", "Choose 1 to 100 parcels."));
    }
    let options = check(&body.options, body.order.as_deref())?;
    let result = ops::calculate(&state, &user, &body.ll_uuids, options).await?;
    Ok(web::Json(result))
}
