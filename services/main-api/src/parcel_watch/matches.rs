//! Queries of what newly matched saved searches, and of what changed of those that matched. Row-level security scopes every query.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ProjectId, SavedSearchId};

use super::domain::MatchedChanges;
use super::store::{self, Number};

/// Searches of projects that are not deleted, with their project.
const SEARCHES: &str = "saved_searches AS s JOIN projects AS p ON p.project_id = s.project_id \
    AND NOT EXISTS (SELECT FROM project_deletions AS d WHERE d.project_id = s.project_id)";

/// A search and its parcels, told or taken back.
#[derive(Debug)]
pub struct NewMatch {
    pub search_id: SavedSearchId,
    pub parcels: i64,
    pub changed: MatchedChanges,
    pub batch_id: i64,
    pub is_undone: bool,
    pub source: String,
    pub source_date: Option<NaiveDate>,
    pub changed_at: DateTime<Utc>,
}

/// What newly matched a search.
#[derive(Debug, QueryableByName)]
pub struct MatchRow {
    #[diesel(sql_type = BigInt)]
    pub match_id: i64,
    #[diesel(sql_type = SqlUuid)]
    pub search_id: SavedSearchId,
    #[diesel(sql_type = Text)]
    pub search_name: String,
    #[diesel(sql_type = Bool)]
    pub is_search_changed: bool,
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
    #[diesel(sql_type = Text)]
    pub project_name: String,
    #[diesel(sql_type = BigInt)]
    pub parcels: i64,
    #[diesel(sql_type = BigInt)]
    changed_parcels: i64,
    #[diesel(sql_type = BigInt)]
    changed_owner: i64,
    #[diesel(sql_type = BigInt)]
    changed_sale: i64,
    #[diesel(sql_type = BigInt)]
    changed_zoning: i64,
    #[diesel(sql_type = BigInt)]
    changed_flood: i64,
    #[diesel(sql_type = BigInt)]
    changed_gone: i64,
    #[diesel(sql_type = BigInt)]
    changed_unmatched: i64,
    #[diesel(sql_type = Bool)]
    pub is_undone: bool,
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Timestamptz)]
    pub changed_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    pub told_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub is_read: bool,
}

impl MatchRow {
    /// What changed of the parcels that matched before.
    pub fn changed(&self) -> MatchedChanges {
        MatchedChanges {
            parcels: self.changed_parcels,
            owner: self.changed_owner,
            sale: self.changed_sale,
            zoning: self.changed_zoning,
            flood: self.changed_flood,
            gone: self.changed_gone,
            unmatched: self.changed_unmatched,
        }
    }
}

/// Selects rows of a list, newest first.
#[derive(Debug, Clone, Copy)]
pub struct MatchFilter {
    pub only_unread: bool,
    /// The last one of the previous page.
    pub before: Option<i64>,
    /// Number of rows to read.
    pub limit: i64,
}

/// A kept row, and the project of its search.
#[derive(Debug, QueryableByName)]
pub struct KeptMatch {
    #[diesel(sql_type = BigInt)]
    pub match_id: i64,
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
}

/// Keeps that parcels newly match a search, or that parcels that matched it changed; none if the search is deleted, if it is kept already, or if the import is undone.
///
/// Undoing takes the entry back. Whoever was mailed or has read it is told so by an entry of its own; a row that is not shown remains in any case,
/// because the two can arrive in either order.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    new: &NewMatch,
) -> QueryResult<Option<KeptMatch>> {
    store::lock_numbers(conn).await?;
    let insert = format!(
        "WITH taken AS ( \
            DELETE FROM search_matches WHERE $4 AND search_id = $1 AND batch_id = $3 AND NOT is_undone RETURNING match_id \
        ), heard AS ( \
            SELECT EXISTS (SELECT FROM taken JOIN parcel_watchers AS w ON greatest(w.read_up_to, w.digest_up_to) >= taken.match_id) AS is_so \
        ), kept AS ( \
            INSERT INTO search_matches (search_id, parcels, batch_id, is_undone, is_shown, source, source_date, changed_at, \
                changed_parcels, changed_owner, changed_sale, changed_zoning, changed_flood, changed_gone, changed_unmatched) \
            SELECT $1, $2, $3, $4, NOT $4 OR heard.is_so, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 FROM heard \
            WHERE EXISTS (SELECT FROM {SEARCHES} WHERE s.search_id = $1) \
                AND NOT EXISTS (SELECT FROM search_matches AS m WHERE m.search_id = $1 AND m.batch_id = $3 AND m.is_undone) \
            ON CONFLICT DO NOTHING RETURNING match_id \
        ) \
        SELECT kept.match_id, s.project_id FROM kept, saved_searches AS s WHERE s.search_id = $1"
    );
    diesel::sql_query(insert)
        .bind::<SqlUuid, _>(new.search_id)
        .bind::<BigInt, _>(new.parcels)
        .bind::<BigInt, _>(new.batch_id)
        .bind::<Bool, _>(new.is_undone)
        .bind::<Text, _>(&new.source)
        .bind::<Nullable<Date>, _>(new.source_date)
        .bind::<Timestamptz, _>(new.changed_at)
        .bind::<BigInt, _>(new.changed.parcels)
        .bind::<BigInt, _>(new.changed.owner)
        .bind::<BigInt, _>(new.changed.sale)
        .bind::<BigInt, _>(new.changed.zoning)
        .bind::<BigInt, _>(new.changed.flood)
        .bind::<BigInt, _>(new.changed.gone)
        .bind::<BigInt, _>(new.changed.unmatched)
        .get_result(conn)
        .await
        .optional()
}

/// Number of entries after this one.
pub async fn count_unread(conn: &mut AsyncPgConnection, read_up_to: i64) -> QueryResult<i64> {
    let query = format!(
        "SELECT count(*) AS value FROM search_matches AS m JOIN ({SEARCHES}) ON s.search_id = m.search_id WHERE m.is_shown AND m.match_id > $1"
    );
    let row: Number = diesel::sql_query(query)
        .bind::<BigInt, _>(read_up_to)
        .get_result(conn)
        .await?;
    Ok(row.value)
}

/// Newest first.
pub async fn list(
    conn: &mut AsyncPgConnection,
    filter: MatchFilter,
    read_up_to: i64,
) -> QueryResult<Vec<MatchRow>> {
    let query = format!(
        "SELECT m.match_id, m.search_id, s.name AS search_name, s.updated_at > m.changed_at AS is_search_changed, p.project_id, p.project_name, m.parcels, m.changed_parcels, m.changed_owner, \
            m.changed_sale, m.changed_zoning, m.changed_flood, m.changed_gone, m.changed_unmatched, m.is_undone, m.source, m.source_date, m.changed_at, m.told_at, m.match_id <= $1 AS is_read \
        FROM search_matches AS m JOIN ({SEARCHES}) ON s.search_id = m.search_id \
        WHERE m.is_shown AND m.match_id < $2 AND (NOT $3 OR m.match_id > $1) ORDER BY m.match_id DESC LIMIT $4"
    );
    diesel::sql_query(query)
        .bind::<BigInt, _>(read_up_to)
        .bind::<BigInt, _>(filter.before.unwrap_or(i64::MAX))
        .bind::<Bool, _>(filter.only_unread)
        .bind::<BigInt, _>(filter.limit)
        .load(conn)
        .await
}
