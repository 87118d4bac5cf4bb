//! HTTP handlers of versions.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use domain::LetterId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::dto::{CompareQuery, CopyLetterRequest, LetterDifference, Versions};
use super::{copy, ops};
use crate::letter_register::dto::LetterSummary;
use crate::state::AppState;

/// All versions of a letter's number.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The versions", body = Versions), ApiError))]
#[get("/letters/{letter_id}/versions")]
pub async fn list_versions(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<Versions>> {
    let versions = ops::list_versions(&state, &user, letter_id).await?;
    Ok(Json(versions))
}

/// What a letter says differently than an earlier one: terms, then the text word by word.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path), CompareQuery),
    responses((status = 200, description = "The difference", body = LetterDifference), ApiError))]
#[get("/letters/{letter_id}/difference")]
pub async fn compare_versions(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Query(query): Query<CompareQuery>,
) -> ApiResult<Json<LetterDifference>> {
    let difference = ops::compare_versions(&state, &user, (query.with, letter_id)).await?;
    Ok(Json(difference))
}

/// Makes the next version of a letter, a draft under the same number. A draft or approved letter is
/// replaced by it at once.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = CopyLetterRequest,
    responses((status = 200, description = "The new version", body = LetterSummary), ApiError))]
#[post("/letters/{letter_id}/copy")]
pub async fn copy_letter(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<CopyLetterRequest>,
) -> ApiResult<Json<LetterSummary>> {
    let row = copy::copy_letter(&state, &user, letter_id, &body).await?;
    Ok(Json(row.into()))
}
