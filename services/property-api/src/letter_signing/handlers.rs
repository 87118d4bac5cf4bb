//! HTTP handlers of signing. The link's token is the header `X-Letter-Token`; there is no session.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use http_kit::{ApiError, ApiResult, Json};

use super::dto::{
    DeclineLetterRequest, DeclineReceipt, NameOtherSignerRequest, OpenLetterRequest,
    OtherSignerNamed, SignLetterRequest, SigningInvitation, SigningLetter, SigningReceipt,
};
use super::holder::Holder;
use super::{answers, ops};
use crate::attachments::disposition;
use crate::letter_links::LinkError;
use crate::state::AppState;

/// Who asks for a signature, without the letter's text. Changes no state, because mail scanners
/// follow links. Needs no session.
#[utoipa::path(tag = "signing", params(("X-Letter-Token" = String, Header)), security(()),
    responses((status = 200, description = "The invitation", body = SigningInvitation), ApiError))]
#[get("/sign")]
pub async fn read_invitation(
    holder: Holder,
    state: Data<AppState>,
) -> ApiResult<Json<SigningInvitation>> {
    Ok(Json(ops::invite(&state, &holder).await?))
}

/// The letter's text. Needs no session.
#[utoipa::path(tag = "signing", params(("X-Letter-Token" = String, Header)), security(()),
    request_body = OpenLetterRequest,
    responses((status = 200, description = "The letter", body = SigningLetter), ApiError))]
#[post("/sign/open")]
pub async fn open_letter(
    holder: Holder,
    state: Data<AppState>,
    Json(body): Json<OpenLetterRequest>,
) -> ApiResult<Json<SigningLetter>> {
    Ok(Json(ops::open(&state, &holder, &body).await?))
}

/// The letter as PDF; the sealed file when all have signed. Changes nothing. Needs no session.
#[utoipa::path(tag = "signing", params(("X-Letter-Token" = String, Header)), security(()),
    responses((status = 200, description = "The file", body = Vec<u8>, content_type = "application/pdf"), ApiError))]
#[get("/sign/pdf")]
pub async fn read_letter_file(holder: Holder, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let file = ops::find_file(&state, &holder).await?;
    let parts = state.files.read(file.key, None).await;
    let parts = parts.map_err(LinkError::File)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/pdf"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"))
        .insert_header(disposition::header(true, &file.name))
        .streaming(parts))
}

/// Signs the letter. A link signs once: later requests return the first receipt. Needs no session.
#[utoipa::path(tag = "signing", params(("X-Letter-Token" = String, Header)), security(()),
    request_body = SignLetterRequest,
    responses((status = 200, description = "The receipt", body = SigningReceipt), ApiError))]
#[post("/sign/sign")]
pub async fn sign_letter(
    holder: Holder,
    state: Data<AppState>,
    Json(body): Json<SignLetterRequest>,
) -> ApiResult<Json<SigningReceipt>> {
    Ok(Json(answers::sign(&state, &holder, &body).await?))
}

/// Declines the letter and closes all its links. Needs no session.
#[utoipa::path(tag = "signing", params(("X-Letter-Token" = String, Header)), security(()),
    request_body = DeclineLetterRequest,
    responses((status = 200, description = "The receipt", body = DeclineReceipt), ApiError))]
#[post("/sign/decline")]
pub async fn decline_letter(
    holder: Holder,
    state: Data<AppState>,
    Json(body): Json<DeclineLetterRequest>,
) -> ApiResult<Json<DeclineReceipt>> {
    Ok(Json(answers::decline(&state, &holder, &body).await?))
}

/// Closes the link and notes who should sign instead. Needs no session.
#[utoipa::path(tag = "signing", params(("X-Letter-Token" = String, Header)), security(()),
    request_body = NameOtherSignerRequest,
    responses((status = 200, description = "Who was named", body = OtherSignerNamed), ApiError))]
#[post("/sign/not_me")]
pub async fn name_other_signer(
    holder: Holder,
    state: Data<AppState>,
    Json(body): Json<NameOtherSignerRequest>,
) -> ApiResult<Json<OtherSignerNamed>> {
    Ok(Json(answers::name_other(&state, &holder, &body).await?))
}
