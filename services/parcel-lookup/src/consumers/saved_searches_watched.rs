//! `saved_searches.watched`: keeps a firm's saved searches until they are compared with an import.

use diesel_async::AsyncPgConnection;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::parcel_watch::matching::{self, Watched};

/// Data of `saved_searches.watched`.
#[derive(Debug, Deserialize)]
struct SavedSearchesWatched {
    batch_id: i64,
    searches: Vec<Watched>,
}

/// A search is compared once with an import, however often it is named.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let watched: SavedSearchesWatched = envelope.parse()?;
    matching::keep(conn, watched.batch_id, &watched.searches).await?;
    Ok(())
}
