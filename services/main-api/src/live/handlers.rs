//! HTTP handlers of the event stream.

use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem, sse};

use super::dto::{PresenceRequest, StreamMessage};
use super::presence;
use crate::state::AppState;

/// Server-sent events of the firm: `projects_changed` (data: `ProjectsChanged`) and `changed`
/// (data: Changed). A comment line every 15 s keeps the stream open. A session has five streams at
/// most: the oldest ends with `replaced`.
#[utoipa::path(tag = "live", responses(
    (status = 200, description = "An event stream", content_type = "text/event-stream", body = StreamMessage),
    (status = 401, body = Problem)))]
#[get("/api/events")]
pub async fn events(user: CurrentUser, state: Data<AppState>) -> HttpResponse {
    sse::respond(state.hub.join(user.customer_id, user.session_id))
}

/// Sends `changed` with type `presence.changed` to the firm's browsers: the caller started or
/// stopped editing. Nothing is stored.
#[utoipa::path(tag = "live", request_body = PresenceRequest, responses(
    (status = 204, description = "Sent"), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[post("/api/presence")]
pub async fn tell_presence(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<PresenceRequest>,
) -> ApiResult<HttpResponse> {
    presence::tell(&state, &user, &body).await?;
    Ok(HttpResponse::NoContent().finish())
}
