//! Events about personal access tokens.
//!
//! Other services cache the owners of tokens, so they need `personal_access_token.revoked` to reject
//! a token at once. New and expired tokens are not published.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, PersonalAccessTokenId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

/// Publishes that these tokens of a user were revoked; publishes nothing when there are none.
pub async fn revoked(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    user_id: UserId,
    tokens: &[PersonalAccessTokenId],
    actor: UserId,
    reason: &str,
) -> QueryResult<()> {
    let Some(first) = tokens.first() else {
        return Ok(());
    };
    let data = json!({ "token_ids": tokens, "user_id": user_id, "reason": reason });
    // A token is revoked once, so its version afterwards is always 2.
    let event = Event::new("personal_access_token.revoked", first, 2, customer_id, data);
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}
