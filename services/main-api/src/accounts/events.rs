//! Events about sessions.
//!
//! Other services verify access tokens without asking this one, so they need `session.revoked` to
//! reject a token before it expires. Sign-ins are not published.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, SessionId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

/// Publishes that these sessions ended; publishes nothing when there are none.
pub async fn session_revoked(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    user_id: UserId,
    sessions: &[SessionId],
    reason: &str,
) -> QueryResult<()> {
    let Some(first) = sessions.first() else {
        return Ok(());
    };
    let data = json!({ "session_ids": sessions, "user_id": user_id, "reason": reason });
    // A session ends once, so its version after the end is always 2.
    let event = Event::new("session.revoked", first, 2, customer_id, data).actor(user_id);
    outbox::append(conn, &event).await?;
    Ok(())
}

/// Publishes that a user may no longer sign in.
pub async fn user_deactivated(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    user_id: UserId,
    actor: UserId,
) -> QueryResult<()> {
    let data = json!({ "user_id": user_id });
    let version = Utc::now().timestamp_millis();
    let event = Event::new("user.deactivated", user_id, version, customer_id, data).actor(actor);
    outbox::append(conn, &event).await.map(drop)
}
