//! What an import changes of what the saved searches of firms find: how many parcels newly match, and how many that matched before were changed.
//!
//! main-api answers `parcels.imported` also with the searches of each firm. They are kept here, because counting is work of seconds that
//! waits for the facts of the imported parcels; a serving process counts them one by one, each in its own transaction, so that none stops
//! another one.
//!
//! A parcel newly matches if its row is the import's and it matches now, and it is new or back, or did not match before the import. Of the others
//! with such a row, and of those that the import retired, it is counted how many have another owner, sale, zoning or flood zone, or are gone; and of those that it
//! changed and that do not match now, how many matched before.
//!
//! After a change of flood layers its parcels are counted that match with their new zone: those that did not match with the one before, and those that did; and those that match no longer.

mod area;
pub mod count;
mod count_flood;
pub mod store;
mod unmatched;
mod work;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::SavedSearchId;
use serde::Deserialize;
use serde_json::Value;

pub use work::Matcher;

/// A saved search of a firm.
#[derive(Debug, Deserialize)]
pub struct Watched {
    pub search_id: SavedSearchId,
    /// CQL2 text.
    pub filter: String,
    /// GeoJSON; everywhere if absent.
    #[serde(default)]
    pub area: Option<Value>,
}

/// Keeps those of this transaction's firm that could find parcels of the import's counties.
pub async fn keep(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
    searches: &[Watched],
) -> QueryResult<()> {
    let Some(counties) = store::find_counties(conn, batch_id).await? else {
        tracing::warn!(
            batch.id = batch_id,
            "searches were to be compared with an unknown import"
        );
        return Ok(());
    };
    for search in searches {
        if area::touches(search.area.as_ref(), &counties) {
            store::insert(conn, batch_id, search).await?;
        }
    }
    Ok(())
}
