//! Undoing a batch: every row that it changed is as it was before, those that it added are gone.

use parcel_record::{counties::county_label, groups, kept_columns};

use super::{BatchError, begin, find, lock_counties};
use crate::origin::user;
use crate::shared_land;

const LATER: &str = "SELECT batch_id, counties FROM parcel_batches \
    WHERE finished_at > $1 AND undone_at IS NULL AND counties && $2::text[] ORDER BY finished_at DESC LIMIT 1";

/// A row that a provider has changed since is newer than what was before the batch: it stays.
/// $2 the groups of the batch's counties.
const IS_STILL_OURS: &str = "parcels.ll_uuid = history.ll_uuid AND parcels.county_group = ANY ($2::text[]) AND history.batch_id = $1 \
    AND CASE history.what WHEN 'retired' THEN parcels.retired_by ELSE parcels.batch_id END = $1";

/// After the others are restored, the batch's rows without history are new by it.
const REMOVE_UNLISTED: &str = "DELETE FROM parcels WHERE batch_id = $1 AND county_fips = ANY ($2::text[]) AND county_group = ANY ($3::text[]) \
    AND NOT EXISTS (SELECT FROM parcel_history AS h WHERE h.batch_id = $1 AND h.ll_uuid = parcels.ll_uuid)";

/// Units that the batch's roll had.
const REMOVE_UNITS: &str = "DELETE FROM parcel_units WHERE batch_id = $1";
/// Units that it no longer had.
const RESTORE_UNITS: &str = "UPDATE parcel_units SET replaced_by = NULL WHERE replaced_by = $1";

/// The batch's counties, and those from which it moved parcels.
const COUNTIES: &str = "SELECT unnest($2::text[]) AS county UNION \
    SELECT before ->> 'county_fips' FROM parcel_history WHERE batch_id = $1 AND before IS NOT NULL";

const UNDONE: &str =
    "UPDATE parcel_batches SET undone_at = now(), undone_by = $2 WHERE batch_id = $1";

/// Its rows are of one batch each, and only retired: no history is needed.
const REMOVE_UNNUMBERED: &str = "DELETE FROM unnumbered_features WHERE batch_id = $1";

const RESTORE_UNNUMBERED: &str =
    "UPDATE unnumbered_features SET retired_at = NULL, retired_by = NULL WHERE retired_by = $1";

/// What undoing did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Undone {
    /// The batch.
    pub batch_id: i64,
    /// Parcels that are as they were before.
    pub restored: u64,
    /// Parcels that the batch had added.
    pub removed: u64,
    /// Parcels that a provider has changed since, which stay as they are.
    pub left: u64,
    /// Land without a parcel number that is no longer retired.
    pub unnumbered_restored: u64,
    /// Land without a parcel number that the batch had added.
    pub unnumbered_removed: u64,
}

/// Undoes a batch, in one transaction. Only the latest of its counties: later ones are built on it.
pub async fn undo(database: &db::DbConfig, batch: i64) -> Result<Undone, BatchError> {
    let (mut client, _connection) = db::open(database).await?;
    let transaction = begin(&mut client).await?;
    let counties = find(&transaction, batch).await?.counties;
    let counties: Vec<&str> = counties.iter().map(String::as_str).collect();
    lock_counties(&transaction, &counties, true).await?;
    // Again: it may have been undone before the lock was there.
    let found = find(&transaction, batch).await?;
    let finished_at = found.effective()?;
    if let Some(row) = transaction
        .query_opt(LATER, &[&finished_at, &counties])
        .await?
    {
        let others: Vec<&str> = row.get("counties");
        let common = counties.iter().find(|county| others.contains(county));
        return Err(BatchError::Later {
            later: row.get("batch_id"),
            county: common
                .map(|county| county_label(county))
                .unwrap_or_default(),
        });
    }
    if found.history_pruned_at.is_some() {
        return Err(BatchError::Pruned(batch));
    }
    let all = "SELECT count(*) FROM parcel_history WHERE batch_id = $1";
    let all: i64 = transaction.query_one(all, &[&batch]).await?.get(0);
    let groups = groups::of_counties(counties.iter().copied());
    let restored = transaction.execute(&restore(), &[&batch, &groups]).await?;
    let remove = format!(
        "DELETE FROM parcels USING parcel_history AS history WHERE {IS_STILL_OURS} AND history.what = 'new'"
    );
    let listed = transaction.execute(&remove, &[&batch, &groups]).await?;
    let unlisted = if found.new_is_unlisted {
        transaction
            .execute(REMOVE_UNLISTED, &[&batch, &counties, &groups])
            .await?
    } else {
        0
    };
    let removed = listed + unlisted;
    let touched = transaction.query(COUNTIES, &[&batch, &counties]).await?;
    let touched: Vec<&str> = touched.iter().map(|row| row.get(0)).collect();
    shared_land::note(&transaction, "parcels", &touched).await?;
    transaction.execute(REMOVE_UNITS, &[&batch]).await?;
    transaction.execute(RESTORE_UNITS, &[&batch]).await?;
    let unnumbered_removed = transaction.execute(REMOVE_UNNUMBERED, &[&batch]).await?;
    let unnumbered_restored = transaction.execute(RESTORE_UNNUMBERED, &[&batch]).await?;
    transaction.execute(UNDONE, &[&batch, &user()]).await?;
    transaction.commit().await?;
    Ok(Undone {
        batch_id: batch,
        restored,
        removed,
        left: all.unsigned_abs() - restored - listed,
        unnumbered_restored,
        unnumbered_removed,
    })
}

/// The statement that restores the rows that were there before. The version never goes back,
/// because others compare it. A parcel that had moved from another county returns to its group.
fn restore() -> String {
    let columns: Vec<String> = kept_columns()
        .filter(|column| *column != "ll_uuid")
        .map(|column| format!("{column} = before.{column}"))
        .collect();
    format!(
        "UPDATE parcels SET {}, geom = history.geom, version = parcels.version + 1, \
            county_group = coalesce((SELECT own.county_fips FROM parcel_groups AS own WHERE own.county_fips = before.county_fips), \
                left(before.county_fips, 1)) \
         FROM parcel_history AS history, jsonb_populate_record(NULL::parcels, history.before) AS before \
         WHERE {IS_STILL_OURS} AND history.what <> 'new'",
        columns.join(", ")
    )
}
