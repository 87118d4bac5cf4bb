//! HTTP handler of the undo.

use actix_web::post;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::dto::{LettersUndone, UndoLettersRequest};
use super::ops;
use crate::state::AppState;

/// Undoes an approval or a withdrawal within 24 hours, for letters to which nothing happened since. Links of withdrawn letters
/// stay closed.
#[utoipa::path(tag = "letters", request_body = UndoLettersRequest,
    responses((status = 200, description = "What was undone", body = LettersUndone), ApiError))]
#[post("/letters/undo")]
pub async fn undo_letters(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoLettersRequest>,
) -> ApiResult<Json<LettersUndone>> {
    Ok(Json(ops::undo(&state, &user, body.command_id).await?))
}
