//! The draft calls of HTTP: read the request, call one operation, shape the answer.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage as _, HttpRequest, get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query, parse_json};

use super::dto::{
    DeleteLoiTemplateRequest, LoiTemplate, LoiTemplateUpdated, UpdateLoiTemplateRequest,
};
use super::ops;
use crate::app::AppState;
use crate::properties::dto::{PropertyQuery, Success};
use crate::properties::locate::Locator;

/// The draft of a property's letter; null where there is none.
#[utoipa::path(tag = "letters", params(PropertyQuery),
    responses((status = 200, description = "The draft", body = LoiTemplate), ApiError))]
#[get("/get_loi_template")]
pub async fn get_loi_template(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PropertyQuery>,
) -> ApiResult<Json<LoiTemplate>> {
    let draft = ops::get_loi_template(&state, &user, &query.into()).await?;
    let (html, updated_at) = draft.unzip();
    Ok(Json(LoiTemplate { html, updated_at }))
}

/// Stores the draft of a property's letter.
#[utoipa::path(tag = "letters", request_body = UpdateLoiTemplateRequest,
    responses((status = 200, description = "It is stored", body = LoiTemplateUpdated), ApiError))]
#[post("/update_loi_template")]
pub async fn update_loi_template(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateLoiTemplateRequest>,
) -> ApiResult<Json<LoiTemplateUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let updated_at = ops::update_loi_template(&state, &user, &wanted, &body.html).await?;
    Ok(Json(LoiTemplateUpdated {
        success: true,
        updated_at,
    }))
}

/// Deletes the draft of a property's letter. Also as a beacon, whose JSON may come as text/plain.
#[utoipa::path(tag = "letters",
    request_body(content(
        (DeleteLoiTemplateRequest = "application/json"),
        (DeleteLoiTemplateRequest = "text/plain"))),
    responses((status = 200, description = "There is none now", body = Success), ApiError))]
#[post("/delete_loi_template")]
pub async fn delete_loi_template(
    user: CurrentUser,
    state: Data<AppState>,
    request: HttpRequest,
    body: Bytes,
) -> ApiResult<Json<Success>> {
    if !matches!(
        request.content_type(),
        "application/json" | "text/plain" | ""
    ) {
        return Err(ApiError::unsupported_media_type("Please send JSON."));
    }
    let body: DeleteLoiTemplateRequest = parse_json(&body)?;
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    ops::delete_loi_template(&state, &user, &wanted).await?;
    Ok(Json(Success::YES))
}
