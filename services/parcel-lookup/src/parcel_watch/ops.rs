//! Announces batches and changes of flood layers, and compares the parcels that a firm holds.

use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use diesel::result::Error;
use domain::{CustomerId, ParcelUuid};
use messaging::{Event, outbox};
use parcel_record::groups;

use super::{events, flood_changes, matching, store};
use crate::parcels::sites;

/// Announces batches that were switched in or undone, and changes of flood layers, once. Returns their number.
pub async fn announce(pool: &Pool) -> QueryResult<usize> {
    db::unscoped_tx(pool, "announcing imports", async |conn| {
        let mut imported = store::unscoped_announce(conn).await?;
        imported.extend(flood_changes::unscoped_announce(conn).await?);
        let news: Vec<Event> = imported.iter().map(events::imported).collect();
        outbox::append_all(conn, &news).await?;
        let undone = store::unscoped_list_undone(conn).await?;
        for batch in &undone {
            let told = store::unscoped_take_told(conn, batch.batch_id).await?;
            let reversed = told.into_iter();
            let reversed: Vec<Event> = reversed
                .map(|told| events::changed_back(batch, told))
                .collect();
            outbox::append_all(conn, &reversed).await?;
            let matches = matching::store::unscoped_take_told(conn, batch.batch_id).await?;
            let origin = matching::store::get_origin(conn, batch.batch_id).await?;
            let matches = matches.iter();
            let unmatched: Vec<Event> = matches
                .map(|told| events::unmatched(batch, told, &origin))
                .collect::<serde_json::Result<_>>()
                .map_err(|error| Error::DeserializationError(error.into()))?;
            outbox::append_all(conn, &unmatched).await?;
        }
        Ok(imported.len() + undone.len())
    })
    .await
}

/// Tells this transaction's firm what the batch, or the change of flood layers, changed of these parcels. Returns the number of changed ones.
pub async fn compare(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    batch_id: i64,
    parcels: &[ParcelUuid],
) -> QueryResult<usize> {
    let changed = match store::find_for_comparison(conn, batch_id).await? {
        Some(batch) if batch.is_undone => return Ok(0),
        Some(batch) if batch.is_pruned => {
            tracing::warn!(
                batch.id = batch_id,
                "the history of an import was deleted before it was compared"
            );
            return Ok(0);
        }
        Some(batch) => {
            let groups = groups::of_counties(batch.counties.iter().map(String::as_str));
            // A change of a parcel of a held site is a change of the site.
            let parcels = sites::expand(conn, parcels).await?;
            store::compare(conn, batch_id, &parcels, &groups).await?
        }
        None => {
            let Some(origin) = flood_changes::find_origin(conn, batch_id).await? else {
                tracing::warn!(batch.id = batch_id, "an unknown import was to be compared");
                return Ok(0);
            };
            let groups = groups::of_counties(origin.counties.iter().map(String::as_str));
            let parcels = sites::expand(conn, parcels).await?;
            flood_changes::compare(conn, batch_id, &parcels, &groups).await?
        }
    };
    let told: Vec<Event> = changed
        .into_iter()
        .map(|parcel| events::changed(firm, parcel.ll_uuid, batch_id, parcel.data))
        .collect();
    outbox::append_all(conn, &told).await?;
    Ok(told.len())
}
