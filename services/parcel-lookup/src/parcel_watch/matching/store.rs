//! Queries of the searches that are compared with imports.
//!
//! Functions named `unscoped_` run in transactions across firms.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Date, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, SavedSearchId};
use parcel_record::facts::FACTS_VERSION;
use serde_json::{Value, json};

use super::Watched;
use super::count::News;

/// Failures after which a search is not compared with an import.
const MAX_FAILURES: i16 = 5;

/// They cannot be undone any more.
const DELETE_OLD: &str = "DELETE FROM watched_searches USING parcel_batches AS b \
    WHERE watched_searches.batch_id = b.batch_id AND b.history_pruned_at IS NOT NULL AND b.undone_at IS NULL";

/// A search that is to be counted.
#[derive(Debug, Clone, QueryableByName)]
pub struct Due {
    #[diesel(sql_type = BigInt)]
    pub batch_id: i64,
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: CustomerId,
    #[diesel(sql_type = SqlUuid)]
    pub search_id: SavedSearchId,
    #[diesel(sql_type = Text)]
    pub filter: String,
    #[diesel(sql_type = Nullable<Jsonb>)]
    pub area: Option<Value>,
}

/// What is said of an import.
#[derive(Debug, Clone, QueryableByName)]
pub struct Origin {
    #[diesel(sql_type = Array<Text>)]
    pub counties: Vec<String>,
    /// Its new parcels are those without a row of history.
    #[diesel(sql_type = Bool)]
    pub new_is_unlisted: bool,
    /// It is no import of parcels, but a change of flood layers.
    #[diesel(sql_type = Bool)]
    pub is_of_layers: bool,
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Timestamptz)]
    pub finished_at: DateTime<Utc>,
}

/// What a firm was told of a search.
#[derive(Debug, QueryableByName)]
pub struct ToldMatches {
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: CustomerId,
    #[diesel(sql_type = SqlUuid)]
    pub search_id: SavedSearchId,
    #[diesel(sql_type = BigInt)]
    parcels: i64,
    #[diesel(sql_type = Nullable<Jsonb>)]
    changed: Option<Value>,
}

impl ToldMatches {
    pub fn news(&self) -> serde_json::Result<News> {
        let changed = self
            .changed
            .clone()
            .map(serde_json::from_value)
            .transpose()?;
        Ok(News {
            newly: self.parcels,
            changed: changed.unwrap_or_default(),
        })
    }
}

#[derive(QueryableByName)]
struct Counties {
    #[diesel(sql_type = Array<Text>)]
    counties: Vec<String>,
}

#[derive(QueryableByName)]
struct IsSo {
    #[diesel(sql_type = Bool)]
    is_so: bool,
}

/// The counties of an announced batch or change of flood layers.
pub async fn find_counties(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
) -> QueryResult<Option<Vec<String>>> {
    let found: Option<Counties> = diesel::sql_query(
        "SELECT b.counties FROM announced_batches AS a JOIN parcel_batches AS b USING (batch_id) WHERE a.batch_id = $1 \
         UNION ALL SELECT counties FROM flood_changes WHERE batch_id = $1",
    )
    .bind::<BigInt, _>(batch_id)
    .get_result(conn)
    .await
    .optional()?;
    Ok(found.map(|found| found.counties))
}

/// Keeps a search of this transaction's firm to be counted; nothing if it is known already.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
    search: &Watched,
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO watched_searches (batch_id, search_id, filter, area) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(batch_id)
    .bind::<SqlUuid, _>(search.search_id)
    .bind::<Text, _>(&search.filter)
    .bind::<Nullable<Jsonb>, _>(&search.area)
    .execute(conn)
    .await
}

/// Searches of all firms that are to be counted, those that never failed first.
pub async fn unscoped_list_due(conn: &mut AsyncPgConnection, limit: i64) -> QueryResult<Vec<Due>> {
    diesel::sql_query(
        "SELECT batch_id, customer_id, search_id, filter, area FROM watched_searches WHERE ended_at IS NULL \
         ORDER BY failures, batch_id, search_id LIMIT $1",
    )
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await
}

/// Locks a search that is to be counted; false if another one counts it, or has.
pub async fn lock(conn: &mut AsyncPgConnection, due: &Due) -> QueryResult<bool> {
    let locked = diesel::sql_query(
        "SELECT FROM watched_searches WHERE batch_id = $1 AND search_id = $2 AND ended_at IS NULL FOR UPDATE SKIP LOCKED",
    )
    .bind::<BigInt, _>(due.batch_id)
    .bind::<SqlUuid, _>(due.search_id)
    .execute(conn)
    .await?;
    Ok(locked > 0)
}

/// What is said of a batch.
pub async fn get_origin(conn: &mut AsyncPgConnection, batch_id: i64) -> QueryResult<Origin> {
    diesel::sql_query(
        "SELECT counties, new_is_unlisted, false AS is_of_layers, source, source_date, finished_at FROM parcel_batches WHERE batch_id = $1",
    )
    .bind::<BigInt, _>(batch_id)
    .get_result(conn)
    .await
}

/// Whether what filters compare is made of all parcels that the batch wrote or retired, or that have another flood zone by it: classes of use, kinds of owners.
pub async fn has_facts(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
    groups: &[String],
) -> QueryResult<bool> {
    // The number is part of the text, so that the index of stale rows is used.
    let query = format!(
        "SELECT NOT EXISTS (SELECT FROM parcels WHERE county_group = ANY ($2) AND facts_version < {FACTS_VERSION} AND (batch_id = $1 OR retired_by = $1 \
            OR ll_uuid IN (SELECT moved.ll_uuid FROM flood_change_parcels AS moved WHERE moved.batch_id = $1))) AS is_so"
    );
    let found: IsSo = diesel::sql_query(query)
        .bind::<BigInt, _>(batch_id)
        .bind::<Array<Text>, _>(groups)
        .get_result(conn)
        .await?;
    Ok(found.is_so)
}

/// Keeps what the batch changed of what the search finds, or that it was not counted.
pub async fn end(
    conn: &mut AsyncPgConnection,
    due: &Due,
    news: Option<&News>,
) -> QueryResult<usize> {
    let changed = news.map(|news| news.changed);
    let changed = changed.filter(|changed| changed.parcels > 0);
    diesel::sql_query(
        "UPDATE watched_searches SET ended_at = now(), parcels = $3, changed = $4 WHERE batch_id = $1 AND search_id = $2",
    )
    .bind::<BigInt, _>(due.batch_id)
    .bind::<SqlUuid, _>(due.search_id)
    .bind::<Nullable<BigInt>, _>(news.map(|news| news.newly))
    .bind::<Nullable<Jsonb>, _>(changed.map(|changed| json!(changed)))
    .execute(conn)
    .await
}

/// Keeps that a search could not be counted now; after some failures it is not tried again.
pub async fn fail(conn: &mut AsyncPgConnection, due: &Due) -> QueryResult<usize> {
    diesel::sql_query(format!(
        "UPDATE watched_searches SET failures = failures + 1, ended_at = CASE WHEN failures + 1 >= {MAX_FAILURES} THEN now() END \
         WHERE batch_id = $1 AND search_id = $2 AND ended_at IS NULL"
    ))
    .bind::<BigInt, _>(due.batch_id)
    .bind::<SqlUuid, _>(due.search_id)
    .execute(conn)
    .await
}

/// Forgets the searches of a batch, because it is undone, and returns what firms were told of them.
pub async fn unscoped_take_told(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
) -> QueryResult<Vec<ToldMatches>> {
    diesel::sql_query(
        "WITH taken AS (DELETE FROM watched_searches WHERE batch_id = $1 RETURNING customer_id, search_id, parcels, changed) \
         SELECT customer_id, search_id, parcels, changed FROM taken WHERE parcels > 0 OR changed IS NOT NULL",
    )
    .bind::<BigInt, _>(batch_id)
    .load(conn)
    .await
}

/// Deletes the searches of batches that can no longer be undone.
pub async fn unscoped_delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query(DELETE_OLD).execute(conn).await
}
