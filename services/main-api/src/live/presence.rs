//! Who edits what: told to the firm's browsers and kept nowhere.
//!
//! A screen says it again every 10 s, and forgets others that it has not heard of for 30 s; so
//! nothing has to be cleaned up after a browser that vanished.

use auth::CurrentUser;
use chrono::Utc;
use http_kit::ApiError;
use messaging::{Event, outbox};
use serde_json::json;

use super::dto::PresenceRequest;
use crate::app::AppState;
use crate::users;

/// Longest name of a place, in characters.
const MAX_PLACE_CHARS: usize = 200;

/// Tells the firm.
pub async fn tell(
    state: &AppState,
    user: &CurrentUser,
    request: &PresenceRequest,
) -> Result<(), ApiError> {
    let place = request.place.trim();
    if place.is_empty() || place.chars().count() > MAX_PLACE_CHARS || place.contains('\0') {
        return Err(ApiError::invalid(
            "place",
            "Say which place is meant, in at most 200 characters.",
        ));
    }
    let row = users::ops::get_user(state, user, user.user_id).await?;
    let name = format!("{} {}", row.fname, row.lname);
    let data = json!({
        "place": place,
        "user_id": user.user_id,
        "name": name.trim(),
        "editing": request.editing,
    });
    let version = Utc::now().timestamp_millis();
    let event = Event::new(
        "presence.changed",
        user.user_id,
        version,
        user.customer_id,
        data,
    )
    .actor(user.user_id);
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        outbox::append(conn, &event).await
    })
    .await?;
    Ok(())
}
