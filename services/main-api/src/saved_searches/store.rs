//! Queries of saved searches. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ProjectId, SavedSearchId, UserId};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::domain::CheckedSearch;
use crate::schema::{project_deletions, saved_search_looks, saved_searches, users};

/// A search, and when a person last looked at what it finds.
#[derive(Debug, Clone)]
pub struct SearchRow {
    pub search_id: SavedSearchId,
    pub project_id: ProjectId,
    pub name: String,
    pub filter: String,
    pub area: Option<Value>,
    pub version: i64,
    /// Name of the person.
    pub created_by: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub last_looked_at: Option<DateTime<Utc>>,
}

/// What a search finds, without who made it.
#[derive(Debug, Serialize, Queryable)]
pub struct WatchedSearch {
    pub search_id: SavedSearchId,
    pub filter: String,
    pub area: Option<Value>,
}

type Row = (
    SavedSearchId,
    ProjectId,
    String,
    String,
    Option<Value>,
    i64,
    (String, String),
    DateTime<Utc>,
    DateTime<Utc>,
    Option<DateTime<Utc>>,
);

/// Which searches.
#[derive(Debug, Clone, Copy)]
pub enum Of {
    Project(ProjectId),
    Search(SavedSearchId),
}

/// By name; `looker` is the person of `last_looked_at`.
pub async fn list(
    conn: &mut AsyncPgConnection,
    of: Of,
    looker: UserId,
) -> QueryResult<Vec<SearchRow>> {
    let looks = saved_search_looks::table.on(saved_search_looks::search_id
        .eq(saved_searches::search_id)
        .and(saved_search_looks::user_id.eq(looker)));
    let mut query = saved_searches::table
        .inner_join(users::table.on(users::user_id.eq(saved_searches::created_by)))
        .left_join(looks)
        .order(saved_searches::name)
        .select((
            saved_searches::search_id,
            saved_searches::project_id,
            saved_searches::name,
            saved_searches::filter,
            saved_searches::area,
            saved_searches::version,
            (users::fname, users::lname),
            saved_searches::created_at,
            saved_searches::updated_at,
            saved_search_looks::looked_at.nullable(),
        ))
        .into_boxed();
    query = match of {
        Of::Project(id) => query.filter(saved_searches::project_id.eq(id)),
        Of::Search(id) => query.filter(saved_searches::search_id.eq(id)),
    };
    let rows: Vec<Row> = query.load(conn).await?;
    let row = |(
        search_id,
        project_id,
        name,
        filter,
        area,
        version,
        (fname, lname),
        created_at,
        updated_at,
        last_looked_at,
    ): Row| {
        SearchRow {
            search_id,
            project_id,
            name,
            filter,
            area,
            version,
            created_by: format!("{fname} {lname}").trim().to_owned(),
            created_at,
            updated_at,
            last_looked_at,
        }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// All searches of the firm, but those of deleted projects.
pub async fn list_watched(conn: &mut AsyncPgConnection) -> QueryResult<Vec<WatchedSearch>> {
    let deleted = project_deletions::table
        .filter(project_deletions::project_id.eq(saved_searches::project_id));
    saved_searches::table
        .filter(diesel::dsl::not(diesel::dsl::exists(deleted)))
        .order(saved_searches::search_id)
        .select((
            saved_searches::search_id,
            saved_searches::filter,
            saved_searches::area,
        ))
        .load(conn)
        .await
}

/// The project of a search, whose row is locked, and its version.
pub async fn find_for_update(
    conn: &mut AsyncPgConnection,
    id: SavedSearchId,
) -> QueryResult<Option<(ProjectId, i64)>> {
    saved_searches::table
        .find(id)
        .select((saved_searches::project_id, saved_searches::version))
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn count(conn: &mut AsyncPgConnection, project_id: ProjectId) -> QueryResult<i64> {
    saved_searches::table
        .filter(saved_searches::project_id.eq(project_id))
        .count()
        .get_result(conn)
        .await
}

/// The search gets this transaction's firm.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    created_by: UserId,
    search: &CheckedSearch,
) -> QueryResult<SavedSearchId> {
    let id = SavedSearchId(Uuid::now_v7());
    diesel::insert_into(saved_searches::table)
        .values((
            saved_searches::search_id.eq(id),
            saved_searches::project_id.eq(project_id),
            saved_searches::created_by.eq(created_by),
            saved_searches::name.eq(&search.name),
            saved_searches::filter.eq(&search.filter),
            saved_searches::area.eq(&search.area),
        ))
        .execute(conn)
        .await?;
    Ok(id)
}

pub async fn update(
    conn: &mut AsyncPgConnection,
    id: SavedSearchId,
    search: &CheckedSearch,
) -> QueryResult<usize> {
    diesel::update(saved_searches::table.find(id))
        .set((
            saved_searches::name.eq(&search.name),
            saved_searches::filter.eq(&search.filter),
            saved_searches::area.eq(&search.area),
            saved_searches::version.eq(saved_searches::version + 1),
            saved_searches::updated_at.eq(now),
        ))
        .execute(conn)
        .await
}

pub async fn delete(conn: &mut AsyncPgConnection, id: SavedSearchId) -> QueryResult<usize> {
    diesel::delete(saved_searches::table.find(id))
        .execute(conn)
        .await
}

/// The person looks at what the search finds now.
pub async fn look(
    conn: &mut AsyncPgConnection,
    id: SavedSearchId,
    looker: UserId,
) -> QueryResult<usize> {
    diesel::insert_into(saved_search_looks::table)
        .values((
            saved_search_looks::search_id.eq(id),
            saved_search_looks::user_id.eq(looker),
            saved_search_looks::looked_at.eq(now),
        ))
        .on_conflict((saved_search_looks::search_id, saved_search_looks::user_id))
        .do_update()
        .set(saved_search_looks::looked_at.eq(now))
        .execute(conn)
        .await
}
