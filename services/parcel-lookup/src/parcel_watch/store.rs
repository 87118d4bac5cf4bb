//! Queries of announced batches and of what firms were told.
//!
//! Functions named `unscoped_` run in transactions across firms.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, ParcelUuid};
use parcel_record::{SPLIT_AND_MERGED, is_sale, sale_columns};
use serde_json::Value;

/// Also batches that changed nothing are announced, to nobody.
const ANNOUNCE: &str = "WITH due AS ( \
        INSERT INTO announced_batches (batch_id) \
        SELECT b.batch_id FROM parcel_batches AS b \
        WHERE b.finished_at IS NOT NULL AND NOT EXISTS (SELECT FROM announced_batches AS a WHERE a.batch_id = b.batch_id) \
        ON CONFLICT DO NOTHING RETURNING batch_id \
    ) \
    SELECT b.batch_id, b.counties, b.source, b.source_date, b.finished_at FROM due JOIN parcel_batches AS b USING (batch_id) \
    WHERE b.undone_at IS NULL AND b.parcels_new + b.parcels_changed + b.parcels_returned + b.parcels_retired > 0 \
    ORDER BY b.finished_at, b.batch_id";

/// Waits for comparisons of the batch, which hold a lock of the row.
const FIND_UNDONE: &str = "SELECT a.batch_id, b.undone_at FROM announced_batches AS a JOIN parcel_batches AS b USING (batch_id) \
    WHERE b.undone_at IS NOT NULL AND a.undo_announced_at IS NULL ORDER BY b.undone_at FOR UPDATE OF a";

/// They cannot be undone any more.
const DELETE_OLD: &str = "DELETE FROM told_parcel_changes USING parcel_batches AS b \
    WHERE told_parcel_changes.batch_id = b.batch_id AND b.history_pruned_at IS NOT NULL AND b.undone_at IS NULL";

const COMPARE: &str = include_str!("compare.sql");

/// Batches that were finished before the compared one.
const BEFORE: &str = "b.finished_at < (SELECT finished_at FROM batch)";

/// An import that was switched in.
#[derive(Debug, QueryableByName)]
pub struct ImportedBatch {
    #[diesel(sql_type = BigInt)]
    pub batch_id: i64,
    #[diesel(sql_type = Array<Text>)]
    pub counties: Vec<String>,
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Timestamptz)]
    pub finished_at: DateTime<Utc>,
}

/// An import that was undone.
#[derive(Debug, QueryableByName)]
pub struct UndoneBatch {
    #[diesel(sql_type = BigInt)]
    pub batch_id: i64,
    #[diesel(sql_type = Timestamptz)]
    pub undone_at: DateTime<Utc>,
}

/// What a firm was told of a parcel.
#[derive(Debug, QueryableByName)]
pub struct Told {
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: CustomerId,
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(sql_type = Jsonb)]
    pub data: Value,
}

/// What a batch changed of a parcel.
#[derive(Debug, QueryableByName)]
pub struct Compared {
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(sql_type = Jsonb)]
    pub data: Value,
}

/// A batch that is to be compared.
#[derive(Debug, QueryableByName)]
pub struct ComparedBatch {
    #[diesel(sql_type = Array<Text>)]
    pub counties: Vec<String>,
    #[diesel(sql_type = diesel::sql_types::Bool)]
    pub is_undone: bool,
    #[diesel(sql_type = diesel::sql_types::Bool)]
    pub is_pruned: bool,
}

/// Batches that were switched in and not announced; they are announced now.
pub async fn unscoped_announce(conn: &mut AsyncPgConnection) -> QueryResult<Vec<ImportedBatch>> {
    diesel::sql_query(ANNOUNCE).load(conn).await
}

/// Announced batches that were undone, locked.
pub async fn unscoped_list_undone(conn: &mut AsyncPgConnection) -> QueryResult<Vec<UndoneBatch>> {
    diesel::sql_query(FIND_UNDONE).load(conn).await
}

/// Forgets what firms were told of a batch, because it is undone, and returns it.
pub async fn unscoped_take_told(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
) -> QueryResult<Vec<Told>> {
    let marked = diesel::sql_query(
        "UPDATE announced_batches SET undo_announced_at = now() WHERE batch_id = $1",
    );
    marked.bind::<BigInt, _>(batch_id).execute(conn).await?;
    diesel::sql_query(
        "DELETE FROM told_parcel_changes WHERE batch_id = $1 RETURNING customer_id, ll_uuid, data",
    )
    .bind::<BigInt, _>(batch_id)
    .load(conn)
    .await
}

/// Deletes what firms were told of batches that can no longer be undone.
pub async fn unscoped_delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query(DELETE_OLD).execute(conn).await
}

/// An announced batch. Until the end of the transaction nobody is told that it was undone.
pub async fn find_for_comparison(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
) -> QueryResult<Option<ComparedBatch>> {
    diesel::sql_query("SELECT FROM announced_batches WHERE batch_id = $1 FOR SHARE")
        .bind::<BigInt, _>(batch_id)
        .execute(conn)
        .await?;
    // A statement of its own: the first one may have waited.
    let found = "SELECT b.counties, b.undone_at IS NOT NULL AS is_undone, b.history_pruned_at IS NOT NULL AS is_pruned \
        FROM announced_batches AS a JOIN parcel_batches AS b USING (batch_id) WHERE a.batch_id = $1";
    diesel::sql_query(found)
        .bind::<BigInt, _>(batch_id)
        .get_result(conn)
        .await
        .optional()
}

/// What the batch changed of these parcels, kept as told to this transaction's firm; without what it was told before.
pub async fn compare(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
    parcels: &[ParcelUuid],
    groups: &[String],
) -> QueryResult<Vec<Compared>> {
    let statement = COMPARE
        .replace("{split_and_merged}", SPLIT_AND_MERGED)
        .replace("{sale_columns}", &sale_columns(BEFORE))
        .replace("{is_sale}", &is_sale("past", "present", "had"));
    diesel::sql_query(statement)
        .bind::<BigInt, _>(batch_id)
        .bind::<Array<SqlUuid>, _>(parcels)
        .bind::<Array<Text>, _>(groups)
        .load(conn)
        .await
}
