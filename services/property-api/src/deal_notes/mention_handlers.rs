//! HTTP handlers of mentions.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::mention_dto::{NoteMention, NoteMentions, NoteMentionsRead, ReadNoteMentionsRequest};
use super::ops;
use crate::state::AppState;

/// Notes that mention the signed-in person.
#[utoipa::path(tag = "deals",
    responses((status = 200, description = "The mentions", body = NoteMentions), ApiError))]
#[get("/note_mentions")]
pub async fn list_note_mentions(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<NoteMentions>> {
    let (rows, unread) = ops::list_mentions(&state, &user).await?;
    let mentions = rows.into_iter().map(NoteMention::from).collect();
    Ok(Json(NoteMentions { mentions, unread }))
}

/// Marks the signed-in person's mentions up to one of them as read.
#[utoipa::path(tag = "deals", request_body = ReadNoteMentionsRequest,
    responses((status = 200, description = "What is left", body = NoteMentionsRead), ApiError))]
#[post("/note_mentions/read")]
pub async fn read_note_mentions(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ReadNoteMentionsRequest>,
) -> ApiResult<Json<NoteMentionsRead>> {
    let unread = ops::read_mentions(&state, &user, body.mention_id).await?;
    Ok(Json(NoteMentionsRead { unread }))
}
