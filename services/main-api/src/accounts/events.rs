//! Events about sessions.
//!
//! Other services verify access tokens without asking this one, so they need `session.revoked` to
//! reject a token before it expires. Sign-ins are not published.

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
