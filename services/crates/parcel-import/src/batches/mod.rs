//! Batches: every import is recorded with what it did, and the rows before it are kept, so that it
//! can be compared and undone.
//!
//! Batches of a county are written one after the other: each holds the lock of its counties until
//! it is committed. Of a county, the history of the last [`KEPT_BATCHES`] batches is kept.

mod diff;
mod shown;
mod undo;

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use tokio_postgres::types::Json;
use tokio_postgres::{Client, GenericClient, Row, Transaction};

use crate::error::ImportError;

pub use diff::{Change, Diff, Example, diff};
pub use shown::table;
pub use undo::{Undone, undo};

/// Batches of a county whose history is kept; older ones cannot be undone.
pub const KEPT_BATCHES: i64 = 5;

/// First key of the advisory locks of counties; the second is the county's code.
const COUNTY_LOCK: i32 = 0x7061_7263;

const BATCHES: &str = "SELECT batch_id, kind, source, licence, source_date, files, sha256, is_partial, started_at, finished_at, \
        imported_by, program_version, counties, rows_read, rows_rejected, parcels_new, parcels_changed, parcels_unchanged, \
        parcels_returned, parcels_retired, unnumbered, unnumbered_new, unnumbered_changed, unnumbered_retired, undone_at, undone_by, \
        history_pruned_at, new_is_unlisted, roll_rows, roll_rows_joined \
    FROM parcel_batches";

/// History that is older than the last batches of its county, or of a batch that was undone; and the
/// land without a number that such a batch retired, because nobody reads it by id.
const PRUNE: &str = "WITH kept AS ( \
        SELECT county, batch_id FROM ( \
            SELECT county, batch_id, row_number() OVER (PARTITION BY county ORDER BY finished_at DESC, batch_id DESC) AS nth \
            FROM parcel_batches, unnest(counties) AS county \
            WHERE finished_at IS NOT NULL AND undone_at IS NULL AND counties && $1::text[] \
        ) AS numbered WHERE nth <= $2 \
    ), old AS ( \
        SELECT county, batch_id FROM parcel_batches, unnest(counties) AS county \
        WHERE finished_at IS NOT NULL AND county = ANY ($1::text[]) EXCEPT SELECT county, batch_id FROM kept \
    ), marked AS ( \
        UPDATE parcel_batches SET history_pruned_at = now() \
        WHERE history_pruned_at IS NULL AND batch_id IN (SELECT batch_id FROM old) \
    ), units AS ( \
        DELETE FROM parcel_units USING old WHERE parcel_units.replaced_by = old.batch_id AND parcel_units.county_fips = old.county \
    ), forgotten AS ( \
        DELETE FROM unnumbered_features USING old WHERE unnumbered_features.retired_by = old.batch_id \
            AND unnumbered_features.county_fips = old.county \
    ) \
    DELETE FROM parcel_history USING old WHERE parcel_history.batch_id = old.batch_id AND parcel_history.county_fips = old.county";

/// Why batches cannot be shown, compared or undone.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// No batch with this number.
    #[error("there is no batch {0}; `imports list` lists them")]
    Unknown(i64),
    /// It was killed, or still runs.
    #[error("batch {0} is not finished, so it has changed nothing")]
    NotFinished(i64),
    /// It was undone before.
    #[error("batch {0} was undone already")]
    AlreadyUndone(i64),
    /// A later one has changed the same county.
    #[error("batch {later} is a later import of {county}; undo that first")]
    Later {
        /// The later one.
        later: i64,
        /// A county of both.
        county: String,
    },
    /// Its history was deleted.
    #[error(
        "the history of batch {0} was deleted: that of the last {KEPT_BATCHES} batches of a county is kept unless \
         `imports prune` has deleted more"
    )]
    Pruned(i64),
    /// Nothing to compare.
    #[error("batches {0} and {1} have no county in common")]
    NoCommonCounty(i64, i64),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] tokio_postgres::Error),
    /// The database rejected the connection.
    #[error("the database cannot be used")]
    Open(#[from] db::OpenError),
    /// A file for the comparison cannot be written.
    #[error("the file cannot be written")]
    File(#[from] csv::Error),
}

/// An import, or a sample city.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Batch {
    /// Its number.
    pub batch_id: i64,
    /// `import` or `sample`.
    pub kind: String,
    /// Publisher of the data.
    pub source: String,
    /// Licence of the data.
    pub licence: Option<String>,
    /// Date of the data.
    pub source_date: Option<NaiveDate>,
    /// Names of the files.
    pub files: Vec<String>,
    /// SHA-256 of each file.
    pub sha256: Vec<String>,
    /// A part of its counties.
    pub is_partial: bool,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it was committed; none if it still runs or was killed.
    pub finished_at: Option<DateTime<Utc>>,
    /// User of the operating system.
    pub imported_by: String,
    /// Version of the program.
    pub program_version: String,
    /// County codes of its rows.
    pub counties: Vec<String>,
    /// Rows of the source.
    pub rows_read: i64,
    /// Rows that were not taken.
    pub rows_rejected: i64,
    /// Parcels that were not known.
    pub parcels_new: i64,
    /// Parcels with other facts or another outline.
    pub parcels_changed: i64,
    /// Parcels that were the same.
    pub parcels_unchanged: i64,
    /// Retired parcels that are live again.
    pub parcels_returned: i64,
    /// Parcels that it retired.
    pub parcels_retired: i64,
    /// Rows of its tax roll, if it has one.
    pub roll_rows: Option<i64>,
    /// Of these, rows of which a parcel was found.
    pub roll_rows_joined: Option<i64>,
    /// Land without a parcel number in its files, by kind.
    pub unnumbered: BTreeMap<String, i64>,
    /// Of this, what was not there.
    pub unnumbered_new: i64,
    /// Of this, what was there with other facts.
    pub unnumbered_changed: i64,
    /// Land without a number that it retired.
    pub unnumbered_retired: i64,
    /// When it was undone.
    pub undone_at: Option<DateTime<Utc>>,
    /// User of the operating system who undid it.
    pub undone_by: Option<String>,
    /// Since when it cannot be undone, because its history was deleted.
    pub history_pruned_at: Option<DateTime<Utc>>,
    /// Its new parcels have no rows of history until they are changed.
    #[serde(skip)]
    pub new_is_unlisted: bool,
}

impl Batch {
    fn of(row: &Row) -> Self {
        Self {
            batch_id: row.get("batch_id"),
            kind: row.get("kind"),
            source: row.get("source"),
            licence: row.get("licence"),
            source_date: row.get("source_date"),
            files: row.get("files"),
            sha256: row.get("sha256"),
            is_partial: row.get("is_partial"),
            started_at: row.get("started_at"),
            finished_at: row.get("finished_at"),
            imported_by: row.get("imported_by"),
            program_version: row.get("program_version"),
            counties: row.get("counties"),
            rows_read: row.get("rows_read"),
            rows_rejected: row.get("rows_rejected"),
            parcels_new: row.get("parcels_new"),
            parcels_changed: row.get("parcels_changed"),
            parcels_unchanged: row.get("parcels_unchanged"),
            parcels_returned: row.get("parcels_returned"),
            parcels_retired: row.get("parcels_retired"),
            roll_rows: row.get("roll_rows"),
            roll_rows_joined: row.get("roll_rows_joined"),
            unnumbered: row.get::<_, Json<_>>("unnumbered").0,
            unnumbered_new: row.get("unnumbered_new"),
            unnumbered_changed: row.get("unnumbered_changed"),
            unnumbered_retired: row.get("unnumbered_retired"),
            undone_at: row.get("undone_at"),
            undone_by: row.get("undone_by"),
            history_pruned_at: row.get("history_pruned_at"),
            new_is_unlisted: row.get("new_is_unlisted"),
        }
    }

    /// When its effect began; an error if it has none.
    fn effective(&self) -> Result<DateTime<Utc>, BatchError> {
        if self.undone_at.is_some() {
            return Err(BatchError::AlreadyUndone(self.batch_id));
        }
        self.finished_at
            .ok_or(BatchError::NotFinished(self.batch_id))
    }
}

/// All batches, the newest first.
pub async fn list(database: &db::DbConfig) -> Result<Vec<Batch>, BatchError> {
    let (client, _connection) = db::open(database).await?;
    let query = format!("{BATCHES} ORDER BY batch_id DESC");
    let rows = client.query(&query, &[]).await?;
    Ok(rows.iter().map(Batch::of).collect())
}

/// One batch.
pub async fn show(database: &db::DbConfig, batch: i64) -> Result<Batch, BatchError> {
    let (client, _connection) = db::open(database).await?;
    find(&client, batch).await
}

/// The counties that a batch wrote.
pub(crate) async fn counties(
    database: &db::DbConfig,
    batch: i64,
) -> Result<Vec<String>, ImportError> {
    let (client, _connection) = db::open(database).await?;
    let counties = "SELECT counties FROM parcel_batches WHERE batch_id = $1";
    Ok(client.query_one(counties, &[&batch]).await?.get(0))
}

/// Deletes the history of all but the last batches of every county; the number of rows.
pub async fn prune_all(database: &db::DbConfig, keep: i64) -> Result<u64, BatchError> {
    let (mut client, _connection) = db::open(database).await?;
    let transaction = begin(&mut client).await?;
    let counties = "SELECT DISTINCT unnest(counties) FROM parcel_batches ORDER BY 1";
    let rows = transaction.query(counties, &[]).await?;
    let counties: Vec<&str> = rows.iter().map(|row| row.get(0)).collect();
    lock_counties(&transaction, &counties, true).await?;
    let deleted = prune(&transaction, &counties, keep).await?;
    transaction.commit().await?;
    Ok(deleted)
}

/// Deletes the history of all but the last batches of these counties, whose locks must be held.
pub(crate) async fn prune(
    transaction: &Transaction<'_>,
    counties: &[&str],
    keep: i64,
) -> Result<u64, tokio_postgres::Error> {
    transaction.execute(PRUNE, &[&counties, &keep]).await
}

/// Takes the locks of these counties until the end of the transaction. Without waiting, false if
/// another transaction has one of them.
pub(crate) async fn lock_counties(
    transaction: &Transaction<'_>,
    counties: &[&str],
    wait: bool,
) -> Result<bool, tokio_postgres::Error> {
    // In one order, so that two imports never wait for each other.
    let mut codes: Vec<i32> = counties
        .iter()
        .filter_map(|county| county.parse().ok())
        .collect();
    codes.sort_unstable();
    for code in codes {
        if wait {
            let lock = "SELECT pg_advisory_xact_lock($1, $2)";
            transaction.execute(lock, &[&COUNTY_LOCK, &code]).await?;
        } else {
            let lock = "SELECT pg_try_advisory_xact_lock($1, $2)";
            let row = transaction.query_one(lock, &[&COUNTY_LOCK, &code]).await?;
            if !row.get::<_, bool>(0) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

async fn begin(client: &mut Client) -> Result<Transaction<'_>, tokio_postgres::Error> {
    let transaction = client.transaction().await?;
    transaction
        .batch_execute(
            "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
        )
        .await?;
    Ok(transaction)
}

async fn find(client: &impl GenericClient, batch: i64) -> Result<Batch, BatchError> {
    let query = format!("{BATCHES} WHERE batch_id = $1");
    let row = client.query_opt(&query, &[&batch]).await?;
    row.map(|row| Batch::of(&row))
        .ok_or(BatchError::Unknown(batch))
}
