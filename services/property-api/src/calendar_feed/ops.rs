//! Operations of calendar feeds.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use diesel::QueryResult;
use domain::UserId;

use super::domain::{FETCHES_AN_HOUR, changes};
use super::{CalendarError, document, store};
use crate::letter_links::token::{Token, TokenHash};
use crate::state::AppState;

const ENDING: &str = ".ics";

/// When the person's address was made.
pub async fn find(state: &AppState, user: &CurrentUser) -> QueryResult<Option<DateTime<Utc>>> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_feed(conn, user.user_id).await
    })
    .await
}

/// A new address in place of an earlier one.
pub async fn create(
    state: &AppState,
    user: &CurrentUser,
) -> Result<(String, DateTime<Utc>), CalendarError> {
    let token = Token::random();
    let created_at = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::replace_feed(conn, user.user_id, &token.hash()).await
    })
    .await?;
    let (origin, token) = (&state.links.public_url, token.as_str());
    let url = format!("{origin}/property_api/calendar/{token}{ENDING}");
    Ok((url, created_at))
}

/// Ends the person's address.
pub async fn end(state: &AppState, user: &CurrentUser) -> QueryResult<()> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::delete_feed(conn, user.user_id).await
    })
    .await
}

/// The document at an address: `token` with its ending, or without.
pub async fn document(state: &AppState, token: &str) -> Result<String, CalendarError> {
    let token = token.strip_suffix(ENDING).unwrap_or(token);
    let hash = TokenHash::of(token).ok_or(CalendarError::NotFound)?;
    let fetched = db::unscoped_tx(&state.pool, "calendar feed", async |conn| {
        store::count_fetch(conn, &hash).await
    });
    let feed = fetched.await?.ok_or(CalendarError::NotFound)?;
    if feed.hour_fetches > FETCHES_AN_HOUR {
        return Err(CalendarError::TooMany);
    }
    let user_id: UserId = feed.user_id;
    let entries = db::tenant_tx(&state.pool, feed.customer_id, async |conn| {
        // Two fetches at once number a change once.
        store::lock_feed(conn, user_id).await?;
        let stored = store::list_entries(conn, user_id).await?;
        let items = store::list_items(conn, user_id, &state.links.public_url).await?;
        let changes = changes(&stored, &items, Utc::now());
        store::write_entries(conn, user_id, &changes).await?;
        store::list_entries(conn, user_id).await
    })
    .await?;
    Ok(document::write(&entries, host(&state.links.public_url)))
}

/// The name of the installation: the host of its address.
fn host(public_url: &str) -> &str {
    let rest = public_url
        .split_once("://")
        .map_or(public_url, |(_, rest)| rest);
    rest.split([':', '/']).next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_installation_is_named_by_its_host() {
        assert_eq!(host("https://sitewright.example"), "sitewright.example");
        assert_eq!(host("http://127.0.0.1:8080"), "127.0.0.1");
    }
}
