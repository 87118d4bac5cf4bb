//! `saved_search.matched`: keeps how many parcels newly match a saved search of the firm, and what changed of those that matched before.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use domain::SavedSearchId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::parcel_watch::domain::MatchedChanges;
use crate::parcel_watch::matches::NewMatch;
use crate::parcel_watch::ops;

#[derive(Debug, Deserialize)]
struct SavedSearchMatched {
    search_id: SavedSearchId,
    batch_id: i64,
    parcels: i64,
    /// Older events do not have it.
    #[serde(default)]
    changed: MatchedChanges,
    is_undone: bool,
    source: String,
    #[serde(default)]
    source_date: Option<NaiveDate>,
    changed_at: DateTime<Utc>,
}

/// A search that was deleted changes nothing, nor does a second event of the same import.
pub async fn handle(conn: &mut AsyncPgConnection, event: &Envelope) -> Result<(), HandlerError> {
    let matched: SavedSearchMatched = event.parse()?;
    let new = NewMatch {
        search_id: matched.search_id,
        parcels: matched.parcels,
        changed: matched.changed,
        batch_id: matched.batch_id,
        is_undone: matched.is_undone,
        source: matched.source,
        source_date: matched.source_date,
        changed_at: matched.changed_at,
    };
    ops::keep_match(conn, event.customerid, &new).await?;
    Ok(())
}
