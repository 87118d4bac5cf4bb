//! HTTP handler of the undo.

use actix_web::post;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::dto::UndoSendingRequest;
use super::ops;
use crate::properties::dto::Success;
use crate::state::AppState;

/// Takes back all that was sent at once, while it is held: a campaign, letters, or one message. Refused once the hold is
/// over; nothing is changed then. A repeated request changes nothing more.
#[utoipa::path(tag = "mail", request_body = UndoSendingRequest,
    responses((status = 200, description = "Nothing of it leaves", body = Success), ApiError))]
#[post("/undo_sending")]
pub async fn undo_sending(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoSendingRequest>,
) -> ApiResult<Json<Success>> {
    ops::undo(&state, &user, body.sending_id).await?;
    Ok(Json(Success::YES))
}
