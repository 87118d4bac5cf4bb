//! Presence: who edits what. Published to the firm's browsers, not stored.
//!
//! Screens repeat the report every 10 s and expire those of others after 30 s, so a browser that
//! disappears needs no clean-up.

use auth::CurrentUser;
use chrono::Utc;
use http_kit::ApiError;
use messaging::{Event, outbox};
use serde_json::json;

use super::dto::PresenceRequest;
use crate::state::AppState;
use crate::users;

const MAX_PLACE_CHARS: usize = 200;

pub async fn tell(
    state: &AppState,
    user: &CurrentUser,
    request: &PresenceRequest,
) -> Result<(), ApiError> {
    let place = request.place.trim();
    if place.is_empty() || place.chars().count() > MAX_PLACE_CHARS || place.contains('\0') {
        return Err(ApiError::invalid(
            "place",
            "Name what is edited, in at most 200 characters.",
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
