//! Comparing the state after one batch with that after another, from the history alone.

use std::io::Write;
use std::pin::pin;

use futures::TryStreamExt as _;
use serde::Serialize;
use tokio_postgres::types::ToSql;

use super::{BatchError, begin, find};
use parcel_record::spreadsheet::harmless;
use parcel_record::{SPLIT_AND_MERGED, groups, is_sale, sale_columns};

/// Several statements read the table, each of which could else see another import.
const ONE_STATE: &str = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

const TABLES: &str = include_str!("diff_tables.sql");
const STATES: &str = include_str!("diff_states.sql");
const LAND: &str = include_str!("diff_land.sql");
const DIFF: &str = include_str!("diff.sql");

/// History that the comparison needs and that was deleted.
const PRUNED: &str = "SELECT batch_id FROM parcel_batches WHERE finished_at > $1 AND undone_at IS NULL \
    AND history_pruned_at IS NOT NULL AND counties && $2::text[] ORDER BY finished_at DESC LIMIT 1";

/// The kinds of changes, in the order in which they are shown.
const KINDS: [&str; 9] = [
    "new",
    "retired",
    "split",
    "merged",
    "owner changed",
    "sold",
    "new without number",
    "retired without number",
    "kind changed",
];

/// What changed between two batches.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Diff {
    /// The earlier batch.
    pub from: i64,
    /// The later one.
    pub to: i64,
    /// Each kind of change, also those of which there is none.
    pub changes: Vec<Change>,
}

/// One kind of change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// `new`, `retired`, `split`, `merged`, `owner changed` or `sold`; of land without a parcel number
    /// `new without number`, `retired without number` or `kind changed`.
    pub what: String,
    /// Number of parcels, or of features without a number.
    pub parcels: u64,
    /// The first of them.
    pub examples: Vec<Example>,
}

/// A changed parcel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Example {
    /// State and county, five digits.
    pub county_fips: String,
    /// Parcel number; empty if it has none.
    pub parcelnumb: String,
    /// The parcel's identity, or that of the feature.
    pub ll_uuid: String,
    /// Before: the owner, the sale, or the parcel numbers of a split or merged one; without a number, the
    /// kind and the description.
    pub before: Option<String>,
    /// After.
    pub after: Option<String>,
}

/// Compares the counties that both batches have; `examples` of each kind are returned, and all
/// changes are written to `csv`.
pub async fn diff(
    database: &db::DbConfig,
    (a, b): (i64, i64),
    examples: usize,
    csv: Option<&mut (dyn Write + Send)>,
) -> Result<Diff, BatchError> {
    let (mut client, _connection) = db::open(database).await?;
    let transaction = begin(&mut client).await?;
    transaction.batch_execute(ONE_STATE).await?;
    let (mut from, mut to) = (find(&transaction, a).await?, find(&transaction, b).await?);
    let (mut start, mut end) = (from.effective()?, to.effective()?);
    if start > end {
        std::mem::swap(&mut from, &mut to);
        std::mem::swap(&mut start, &mut end);
    }
    let common: Vec<&String> = from
        .counties
        .iter()
        .filter(|county| to.counties.contains(county))
        .collect();
    if common.is_empty() {
        return Err(BatchError::NoCommonCounty(a, b));
    }
    if let Some(row) = transaction.query_opt(PRUNED, &[&start, &common]).await? {
        return Err(BatchError::Pruned(row.get(0)));
    }
    let mut changes: Vec<Change> = KINDS
        .map(|what| Change {
            what: what.to_owned(),
            parcels: 0,
            examples: Vec::new(),
        })
        .into();
    let mut table = csv.map(csv::Writer::from_writer);
    if let Some(table) = &mut table {
        table.write_record([
            "change",
            "county_fips",
            "parcelnumb",
            "ll_uuid",
            "before",
            "after",
        ])?;
    }
    let groups = groups::of_counties(common.iter().map(|county| county.as_str()));
    transaction.batch_execute(TABLES).await?;
    transaction
        .execute(STATES, &[&start, &end, &common, &groups])
        .await?;
    transaction.batch_execute(LAND).await?;
    let parameters: [&(dyn ToSql + Sync); 3] = [&start, &end, &common];
    let rows = transaction.query_raw(&statement(), parameters).await?;
    let mut rows = pin!(rows);
    while let Some(row) = rows.try_next().await? {
        let what: &str = row.get("what");
        let example = Example {
            county_fips: row.get("county_fips"),
            parcelnumb: row.get("parcelnumb"),
            ll_uuid: row.get("ll_uuid"),
            before: row.get("before"),
            after: row.get("after"),
        };
        if let Some(table) = &mut table {
            table.write_record([
                what,
                &example.county_fips,
                &harmless(&example.parcelnumb),
                &example.ll_uuid,
                &harmless(example.before.as_deref().unwrap_or_default()),
                &harmless(example.after.as_deref().unwrap_or_default()),
            ])?;
        }
        if let Some(change) = changes.iter_mut().find(|change| change.what == what) {
            change.parcels += 1;
            if change.examples.len() < examples {
                change.examples.push(example);
            }
        }
    }
    if let Some(mut table) = table {
        table.flush().map_err(csv::Error::from)?;
    }
    Ok(Diff {
        from: from.batch_id,
        to: to.batch_id,
        changes,
    })
}

fn statement() -> String {
    DIFF.replace("{split_and_merged}", SPLIT_AND_MERGED)
        .replace("{sale_columns}", &sale_columns("b.finished_at <= $1"))
        .replace("{is_sale}", &is_sale("old", "young", "had"))
}
