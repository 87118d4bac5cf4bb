//! What the other services hear of sessions.
//!
//! They verify access tokens by themselves, so only this tells them that one is void before it
//! expires. Sign-ins are nobody else's business.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, SessionId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

/// Says that these sessions are over. Nothing is said of none.
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
