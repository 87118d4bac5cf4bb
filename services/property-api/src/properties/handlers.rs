//! HTTP handlers of properties.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{Property, PropertyQuery, Success};
use super::locate::Locator;
use super::ops;
use super::requests::RemovePropertyRequest;
use crate::state::AppState;

/// One property. 409 with `candidates` when the number is ambiguous.
#[utoipa::path(tag = "properties", params(PropertyQuery),
    responses((status = 200, description = "The property", body = Property), ApiError))]
#[get("/specific_property")]
pub async fn specific_property(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PropertyQuery>,
) -> ApiResult<Json<Property>> {
    let detail = ops::get_property(&state, &user, &query.into()).await?;
    Ok(Json(detail.into()))
}

/// Removes a property from a project, with its marker.
#[utoipa::path(tag = "properties", request_body = RemovePropertyRequest,
    responses((status = 200, description = "Removed", body = Success), ApiError))]
#[post("/remove_property_from_project")]
pub async fn remove_property_from_project(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<RemovePropertyRequest>,
) -> ApiResult<Json<Success>> {
    let wanted = Locator::new(body.parcel_number, Some(body.project_id), body.ll_uuid);
    ops::remove_property_from_project(&state, &user, &wanted, body.project_id).await?;
    Ok(Json(Success::YES))
}
