//! The event stream's call of HTTP.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use auth::CurrentUser;
use http_kit::{Problem, sse};

use super::dto::StreamMessage;
use crate::app::AppState;

/// Server-sent events of the firm: `projects_changed` (data: `ProjectsChanged`) and `changed` (data:
/// Changed). A comment line every 15 s keeps the stream open.
#[utoipa::path(tag = "live", responses(
    (status = 200, description = "A stream of events", content_type = "text/event-stream", body = StreamMessage),
    (status = 401, body = Problem)))]
#[get("/api/events")]
pub async fn events(user: CurrentUser, state: Data<AppState>) -> HttpResponse {
    sse::respond(state.hub.join(user.customer_id, user.session_id))
}
