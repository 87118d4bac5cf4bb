//! HTTP handlers of numbered letters.

use actix_web::web::Data;
use actix_web::{get, post, put};
use auth::{Admin, CurrentUser};
use domain::LetterId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::deadline_dto::SetLetterDatesRequest;
use super::dto::{
    ApproveLettersRequest, Letter, LetterSettings, LetterSummary, LettersApproved,
    LettersWithdrawn, SetLetterStatusRequest, UpdateLetterSettingsRequest, WithdrawLetterRequest,
    WithdrawLettersRequest,
};
use super::expiry_dto::SetLetterExpiryRequest;
use super::list_dto::{Letters, LettersQuery};
use super::{approve, dates, expiry, list, settings, states, withdraw};
use crate::state::AppState;

/// Numbered letters, the highest number first, with totals of the filter.
#[utoipa::path(tag = "letters", params(LettersQuery),
    responses((status = 200, description = "The letters", body = Letters), ApiError))]
#[get("/letters")]
pub async fn list_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<LettersQuery>,
) -> ApiResult<Json<Letters>> {
    Ok(Json(list::list_letters(&state, &user, &query).await?))
}

/// A numbered letter with its text, its history and the states that can follow.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The letter", body = Letter), ApiError))]
#[get("/letters/{letter_id}")]
pub async fn get_letter(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<Letter>> {
    let letter = list::get_letter(&state, &user, letter_id).await?;
    Ok(Json(letter))
}

/// Approves drafts as they were read, each one or not at all.
#[utoipa::path(tag = "letters", request_body = ApproveLettersRequest,
    responses((status = 200, description = "What is approved", body = LettersApproved), ApiError))]
#[post("/letters/approve")]
pub async fn approve_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ApproveLettersRequest>,
) -> ApiResult<Json<LettersApproved>> {
    Ok(Json(approve::approve_letters(&state, &user, &body).await?))
}

/// Sets a state by hand: handed over, countered, signed on paper, declined, or a draft again.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = SetLetterStatusRequest,
    responses((status = 200, description = "The letter", body = LetterSummary), ApiError))]
#[post("/letters/{letter_id}/status")]
pub async fn set_letter_status(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<SetLetterStatusRequest>,
) -> ApiResult<Json<LetterSummary>> {
    let row = states::set_status(&state, &user, letter_id, &body).await?;
    Ok(Json(row.into()))
}

/// Withdraws a letter. Its number stays used.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = WithdrawLetterRequest,
    responses((status = 200, description = "The letter", body = LetterSummary), ApiError))]
#[post("/letters/{letter_id}/withdraw")]
pub async fn withdraw_letter(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<WithdrawLetterRequest>,
) -> ApiResult<Json<LetterSummary>> {
    let row = withdraw::withdraw_letter(&state, &user, letter_id, &body).await?;
    Ok(Json(row.into()))
}

/// Withdraws letters that nobody signed or declined, each one or not at all. Their numbers stay used.
#[utoipa::path(tag = "letters", request_body = WithdrawLettersRequest,
    responses((status = 200, description = "What is withdrawn", body = LettersWithdrawn), ApiError))]
#[post("/letters/withdraw")]
pub async fn withdraw_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<WithdrawLettersRequest>,
) -> ApiResult<Json<LettersWithdrawn>> {
    let done = withdraw::withdraw_letters(&state, &user, &body).await?;
    Ok(Json(done))
}

/// Sets the last day of a letter that has not ended, or that it does not expire. Its text stays as it is.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = SetLetterExpiryRequest,
    responses((status = 200, description = "The letter", body = LetterSummary), ApiError))]
#[post("/letters/{letter_id}/expiry")]
pub async fn set_letter_expiry(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<SetLetterExpiryRequest>,
) -> ApiResult<Json<LetterSummary>> {
    let row = expiry::set(&state, &user, letter_id, &body).await?;
    Ok(Json(row.into()))
}

/// Sets the days from which the deadlines of a letter that is sent or signed are counted. Its tasks follow.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = SetLetterDatesRequest,
    responses((status = 200, description = "The letter", body = LetterSummary), ApiError))]
#[post("/letters/{letter_id}/dates")]
pub async fn set_letter_dates(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<SetLetterDatesRequest>,
) -> ApiResult<Json<LetterSummary>> {
    let row = dates::set(&state, &user, letter_id, &body).await?;
    Ok(Json(row.into()))
}

/// What letters of the firm need to be approved.
#[utoipa::path(tag = "letters",
    responses((status = 200, description = "The settings", body = LetterSettings), ApiError))]
#[get("/letter_settings")]
pub async fn get_letter_settings(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<LetterSettings>> {
    Ok(Json(settings::get(&state, &user).await?))
}

/// Replaces the settings. Admins only; 409 if somebody changed them meanwhile.
#[utoipa::path(tag = "letters", request_body = UpdateLetterSettingsRequest,
    responses((status = 200, description = "The settings", body = LetterSettings), ApiError))]
#[put("/letter_settings")]
pub async fn update_letter_settings(
    Admin(user): Admin,
    state: Data<AppState>,
    Json(body): Json<UpdateLetterSettingsRequest>,
) -> ApiResult<Json<LetterSettings>> {
    Ok(Json(settings::update(&state, &user, &body).await?))
}
