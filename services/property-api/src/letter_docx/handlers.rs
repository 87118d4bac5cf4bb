//! HTTP handlers of Word files.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::CurrentUser;
use domain::{LetterId, LetterReturnId};
use http_kit::{ApiError, ApiResult, Json, Path};

use super::dto::{
    AcceptLetterChangesRequest, LetterReturn, LetterReturnForm, LetterReturnReceived,
    LetterReturns, LetterWithChanges,
};
use super::form::{self, DOCX};
use super::{ops, receive};
use crate::attachments::disposition;
use crate::state::AppState;

/// The letter as a Word file with tracking on, for the other side.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), responses((status = 200, description = "The file", body = Vec<u8>,
    content_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"), ApiError))]
#[get("/letters/{letter_id}/docx")]
pub async fn export_letter(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<HttpResponse> {
    let file = ops::export(&state, &user, letter_id).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, DOCX))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header(disposition::header(false, &file.name))
        .body(file.bytes))
}

/// Stores a document that the other side sent back: the letter is countered, nothing is accepted. A
/// document that is not of this letter is compared only.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    request_body(content = LetterReturnForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "What it says differently", body = LetterReturnReceived), ApiError))]
#[post("/letters/{letter_id}/counter")]
pub async fn add_letter_return(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    request: HttpRequest,
    payload: web::Payload,
) -> ApiResult<Json<LetterReturnReceived>> {
    let form = form::read(request.headers(), payload).await?;
    let received = receive::receive(&state, &user, letter_id, form).await?;
    Ok(Json(received))
}

/// Documents that came back to a letter and its other versions.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The documents", body = LetterReturns), ApiError))]
#[get("/letters/{letter_id}/returns")]
pub async fn list_letter_returns(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<LetterReturns>> {
    Ok(Json(ops::list_returns(&state, &user, letter_id).await?))
}

/// What a returned document says differently.
#[utoipa::path(tag = "letters", params(("return_id" = Uuid, Path)),
    responses((status = 200, description = "The document", body = LetterReturn), ApiError))]
#[get("/letter_returns/{return_id}")]
pub async fn get_letter_return(
    user: CurrentUser,
    state: Data<AppState>,
    Path(return_id): Path<LetterReturnId>,
) -> ApiResult<Json<LetterReturn>> {
    Ok(Json(ops::get_return(&state, &user, return_id).await?))
}

/// The letter's text with some of the changes, for the next version. Stores nothing.
#[utoipa::path(tag = "letters", params(("return_id" = Uuid, Path)), request_body = AcceptLetterChangesRequest,
    responses((status = 200, description = "The text", body = LetterWithChanges), ApiError))]
#[post("/letter_returns/{return_id}/text")]
pub async fn accept_letter_changes(
    user: CurrentUser,
    state: Data<AppState>,
    Path(return_id): Path<LetterReturnId>,
    Json(body): Json<AcceptLetterChangesRequest>,
) -> ApiResult<Json<LetterWithChanges>> {
    Ok(Json(ops::accept(&state, &user, return_id, body).await?))
}
