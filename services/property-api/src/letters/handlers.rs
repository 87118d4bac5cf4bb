//! HTTP handlers of drafts.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage as _, HttpRequest, get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query, parse_json};

use super::dto::{
    AddLetterVersionRequest, DeleteLoiTemplateRequest, LetterVersion, LetterVersionQuery,
    LetterVersionText, LetterVersions, LoiTemplate, LoiTemplateUpdated, UpdateLoiTemplateRequest,
};
use super::ops;
use crate::properties::dto::{PropertyQuery, Success};
use crate::properties::locate::Locator;
use crate::state::AppState;

/// The draft of a property's letter; null when there is none.
#[utoipa::path(tag = "letters", params(PropertyQuery),
    responses((status = 200, description = "The draft", body = LoiTemplate), ApiError))]
#[get("/get_loi_template")]
pub async fn get_loi_template(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PropertyQuery>,
) -> ApiResult<Json<LoiTemplate>> {
    let draft = ops::get_loi_template(&state, &user, &query.into()).await?;
    Ok(Json(draft.map(LoiTemplate::from).unwrap_or_default()))
}

/// Stores the draft of a property's letter. 409 with `draft` when a `version` is given and another
/// user stored a later one.
#[utoipa::path(tag = "letters", request_body = UpdateLoiTemplateRequest,
    responses((status = 200, description = "Stored", body = LoiTemplateUpdated), ApiError))]
#[post("/update_loi_template")]
pub async fn update_loi_template(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateLoiTemplateRequest>,
) -> ApiResult<Json<LoiTemplateUpdated>> {
    let wanted = Locator::new(body.parcel_number.clone(), body.project_id, body.ll_uuid);
    Ok(Json(
        ops::update_loi_template(&state, &user, &wanted, &body).await?,
    ))
}

/// Deletes the draft of a property's letter; its text is kept as a version for 30 days. Also
/// accepts a beacon, whose JSON is sent as text/plain.
#[utoipa::path(tag = "letters",
    request_body(content(
        (DeleteLoiTemplateRequest = "application/json"),
        (DeleteLoiTemplateRequest = "text/plain"))),
    responses((status = 200, description = "Deleted", body = Success), ApiError))]
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
    let wanted = Locator::new(body.parcel_number.clone(), body.project_id, body.ll_uuid);
    ops::delete_loi_template(&state, &user, &wanted, &body).await?;
    Ok(Json(Success::YES))
}

/// Stores a version of a property's letter: the text of a PDF, or an earlier draft.
#[utoipa::path(tag = "letters", request_body = AddLetterVersionRequest,
    responses((status = 200, description = "Stored", body = LetterVersion), ApiError))]
#[post("/add_letter_version")]
pub async fn add_letter_version(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddLetterVersionRequest>,
) -> ApiResult<Json<LetterVersion>> {
    let wanted = Locator::new(body.parcel_number.clone(), body.project_id, body.ll_uuid);
    let (_, version) = ops::add_letter_version(&state, &user, &wanted, &body).await?;
    Ok(Json(version.into()))
}

/// Versions of a property's letter, newest first.
#[utoipa::path(tag = "letters", params(PropertyQuery),
    responses((status = 200, description = "The versions", body = LetterVersions), ApiError))]
#[get("/list_letter_versions")]
pub async fn list_letter_versions(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PropertyQuery>,
) -> ApiResult<Json<LetterVersions>> {
    let rows = ops::list_letter_versions(&state, &user, &query.into()).await?;
    let versions = rows.into_iter().map(LetterVersion::from).collect();
    Ok(Json(LetterVersions { versions }))
}

/// A version of a letter with its text.
#[utoipa::path(tag = "letters", params(LetterVersionQuery),
    responses((status = 200, description = "The version", body = LetterVersionText), ApiError))]
#[get("/get_letter_version")]
pub async fn get_letter_version(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<LetterVersionQuery>,
) -> ApiResult<Json<LetterVersionText>> {
    let (html, version) = ops::get_letter_version(&state, &user, query.version_id).await?;
    let version = version.into();
    Ok(Json(LetterVersionText { html, version }))
}
