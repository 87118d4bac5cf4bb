//! HTTP handlers of comments.

use actix_web::web::Data;
use actix_web::{get, patch, post};
use auth::CurrentUser;
use domain::{LetterCommentId, LetterId};
use http_kit::{ApiError, ApiResult, Json, Path};

use super::dto::{
    AddLetterCommentRequest, LetterComment, LetterComments, UpdateLetterCommentRequest,
};
use super::ops;
use crate::state::AppState;

/// Comments on a letter, for the firm only.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)),
    responses((status = 200, description = "The comments", body = LetterComments), ApiError))]
#[get("/letters/{letter_id}/comments")]
pub async fn list_letter_comments(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
) -> ApiResult<Json<LetterComments>> {
    let rows = ops::list_comments(&state, &user, letter_id).await?;
    let comments = rows.into_iter().map(LetterComment::from).collect();
    Ok(Json(LetterComments { comments }))
}

/// Adds a comment on a letter or on a block of it.
#[utoipa::path(tag = "letters", params(("letter_id" = Uuid, Path)), request_body = AddLetterCommentRequest,
    responses((status = 200, description = "The comment", body = LetterComment), ApiError))]
#[post("/letters/{letter_id}/comments")]
pub async fn add_letter_comment(
    user: CurrentUser,
    state: Data<AppState>,
    Path(letter_id): Path<LetterId>,
    Json(body): Json<AddLetterCommentRequest>,
) -> ApiResult<Json<LetterComment>> {
    let row = ops::add_comment(&state, &user, letter_id, &body).await?;
    Ok(Json(row.into()))
}

/// Changes the text of an own comment, or settles any. 409 with `version` when it was changed
/// meanwhile.
#[utoipa::path(tag = "letters", params(("comment_id" = Uuid, Path)), request_body = UpdateLetterCommentRequest,
    responses((status = 200, description = "The comment", body = LetterComment), ApiError))]
#[patch("/letter_comments/{comment_id}")]
pub async fn update_letter_comment(
    user: CurrentUser,
    state: Data<AppState>,
    Path(comment_id): Path<LetterCommentId>,
    Json(body): Json<UpdateLetterCommentRequest>,
) -> ApiResult<Json<LetterComment>> {
    let row = ops::update_comment(&state, &user, comment_id, &body).await?;
    Ok(Json(row.into()))
}
