//! HTTP handlers of sending.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::dto::{LettersQueued, LettersToSend, PreviewLettersToSendRequest, SendLettersRequest};
use super::ops;
use crate::state::AppState;

/// Queues letters as mail with the PDF: approved ones to the contacts of their properties; or, with `{{link}}` in the
/// body, also those that went out without a link, each to its likely signer with a link to read and sign it. A letter
/// is sent when the mail server has accepted its message.
#[utoipa::path(tag = "letters", request_body = SendLettersRequest,
    responses((status = 202, description = "What is queued", body = LettersQueued), ApiError))]
#[post("/letters/send")]
pub async fn send_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<SendLettersRequest>,
) -> ApiResult<HttpResponse> {
    let queued = ops::send_letters(&state, &user, &body).await?;
    Ok(HttpResponse::Accepted().json(queued))
}

/// Which letters can be sent now, to whom, and why the others cannot. Nothing is stored.
#[utoipa::path(tag = "letters", request_body = PreviewLettersToSendRequest,
    responses((status = 200, description = "What can be sent", body = LettersToSend), ApiError))]
#[post("/letters/send/preview")]
pub async fn preview_letters_to_send(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<PreviewLettersToSendRequest>,
) -> ApiResult<Json<LettersToSend>> {
    Ok(Json(ops::preview(&state, &user, &body).await?))
}
