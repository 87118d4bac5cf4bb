//! HTTP handlers of links, for the firm.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use domain::LetterId;
use http_kit::{ApiError, ApiResult, Json, Path};

use super::dto::{
    LetterEvidence, LetterLink, LetterLinkMade, LetterLinkQueued, LetterLinks, LinkPath,
    MakeLetterLinkRequest, RevokeLetterLinkRequest, SendLetterLinkRequest,
};
use super::{again, ops, sending};
use crate::state::AppState;

/// Makes a link by which one person reads and signs the letter. The letter is signed when all its
/// signers have signed.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = MakeLetterLinkRequest,
    responses((status = 200, description = "The link with its address", body = LetterLinkMade), ApiError))]
#[post("/letters/{letter_id}/links")]
pub async fn make_letter_link(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<MakeLetterLinkRequest>,
) -> ApiResult<Json<LetterLinkMade>> {
    Ok(Json(ops::make(&state, &user, letter_id, &body).await?))
}

/// Links of a letter with what their holders did.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The links", body = LetterLinks), ApiError))]
#[get("/letters/{letter_id}/links")]
pub async fn list_letter_links(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<LetterLinks>> {
    Ok(Json(ops::list(&state, &user, letter_id).await?))
}

/// Closes a link that nobody answered.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path), ("link_id" = Uuid, Path)),
    request_body = RevokeLetterLinkRequest,
    responses((status = 200, description = "The link", body = LetterLink), ApiError))]
#[post("/letters/{letter_id}/links/{link_id}/revoke")]
pub async fn revoke_letter_link(
    user: CurrentUser,
    state: Data<AppState>,
    Path(link): Path<LinkPath>,
    Json(body): Json<RevokeLetterLinkRequest>,
) -> ApiResult<Json<LetterLink>> {
    Ok(Json(ops::revoke(&state, &user, link, &body).await?))
}

/// Queues a message to the signer with a new address of the link, which replaces earlier ones when
/// the message leaves.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path), ("link_id" = Uuid, Path)),
    request_body = SendLetterLinkRequest,
    responses((status = 200, description = "What is queued", body = LetterLinkQueued), ApiError))]
#[post("/letters/{letter_id}/links/{link_id}/send")]
pub async fn send_letter_link(
    user: CurrentUser,
    state: Data<AppState>,
    Path(link): Path<LinkPath>,
    Json(body): Json<SendLetterLinkRequest>,
) -> ApiResult<Json<LetterLinkQueued>> {
    Ok(Json(sending::send(&state, &user, link, &body).await?))
}

/// What happened to a letter's links: rows that are only added, each with the hash of the row before.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The evidence and its check", body = LetterEvidence), ApiError))]
#[get("/letters/{letter_id}/evidence")]
pub async fn get_letter_evidence(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<LetterEvidence>> {
    Ok(Json(ops::get_evidence(&state, &user, letter_id).await?))
}

/// Seals a signed letter again that could not be sealed. A repeated request changes nothing more.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The evidence and its check", body = LetterEvidence), ApiError))]
#[post("/letters/{letter_id}/seal")]
pub async fn seal_letter_again(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<LetterEvidence>> {
    Ok(Json(again::seal_again(&state, &user, letter_id).await?))
}
