//! Queries of runs of one firm, scoped by row-level security; cross-firm queries are in
//! [`super::queue`].

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, ProjectId, RunId, UserId};
use serde_json::Value;

use super::api::result_dto::SearchList;
use super::row::{SearchRow, database_now};
use super::state::SearchState;
use crate::schema::{search_results, search_runs};

/// Runs of a project that are listed and kept.
pub const KEPT_RUNS: i64 = 20;

#[derive(Debug)]
pub struct NewSearch<'a> {
    pub run_id: RunId,
    pub created_by: UserId,
    pub project_id: ProjectId,
    pub name: Option<&'a str>,
    pub criteria: Value,
    pub criteria_hash: String,
    pub growth_run_id: Option<RunId>,
    pub filter: Option<&'a str>,
    pub settings: Value,
}

/// Counts the firm's active runs. Locks the firm until the transaction ends, so that concurrent
/// requests are counted one after the other.
pub async fn lock_and_count_active(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    diesel::sql_query(
        "SELECT pg_advisory_xact_lock(hashtextextended('search_run ' || app_customer_id(), 0))",
    )
    .execute(conn)
    .await?;
    search_runs::table
        .filter(search_runs::state.eq_any(SearchState::ACTIVE))
        .count()
        .get_result(conn)
        .await
}

pub async fn insert(conn: &mut AsyncPgConnection, run: &NewSearch<'_>) -> QueryResult<SearchRow> {
    diesel::insert_into(search_runs::table)
        .values((
            search_runs::run_id.eq(run.run_id),
            search_runs::created_by.eq(run.created_by),
            search_runs::project_id.eq(run.project_id),
            search_runs::name.eq(run.name),
            search_runs::criteria.eq(&run.criteria),
            search_runs::criteria_hash.eq(&run.criteria_hash),
            search_runs::method_version.eq(site_search::METHOD_VERSION),
            search_runs::growth_run_id.eq(run.growth_run_id),
            search_runs::filter.eq(run.filter),
            search_runs::settings.eq(&run.settings),
        ))
        .returning(SearchRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn find(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<Option<SearchRow>> {
    search_runs::table
        .find(run_id)
        .select(SearchRow::as_select())
        .get_result(conn)
        .await
        .optional()
}

/// Newest first.
pub async fn list(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<SearchRow>> {
    search_runs::table
        .filter(search_runs::project_id.eq(project_id))
        .order((search_runs::created_at.desc(), search_runs::run_id.desc()))
        .limit(KEPT_RUNS)
        .select(SearchRow::as_select())
        .load(conn)
        .await
}

/// Cancels a run; none when it has ended.
pub async fn cancel(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<Option<SearchRow>> {
    let run = search_runs::table
        .find(run_id)
        .filter(search_runs::state.eq_any(SearchState::ACTIVE));
    diesel::update(run)
        .set((
            search_runs::state.eq(SearchState::Cancelled),
            search_runs::lease_until.eq(None::<DateTime<Utc>>),
            search_runs::finished_at.eq(database_now().nullable()),
            search_runs::version.eq(search_runs::version + 1),
        ))
        .returning(SearchRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// False when it does not exist.
pub async fn delete(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<bool> {
    let deleted = diesel::delete(search_runs::table.find(run_id));
    Ok(deleted.execute(conn).await? > 0)
}

/// Removes the runs of a project.
pub async fn delete_of_project(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<usize> {
    let runs = search_runs::table.filter(search_runs::project_id.eq(project_id));
    diesel::delete(runs).execute(conn).await
}

/// The ranked parcels, the best first, at most 10,000.
pub async fn find_best(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
) -> QueryResult<Option<Vec<ParcelUuid>>> {
    let best: Option<Option<Vec<ParcelUuid>>> = search_runs::table
        .find(run_id)
        .select(search_runs::best)
        .get_result(conn)
        .await
        .optional()?;
    Ok(best.flatten())
}

/// Kept pages of a list, from `first` on.
pub async fn list_pages(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    list: SearchList,
    pages: std::ops::RangeInclusive<i32>,
) -> QueryResult<Vec<(i32, Vec<u8>)>> {
    search_results::table
        .filter(search_results::run_id.eq(run_id))
        .filter(search_results::list.eq(list.as_str()))
        .filter(search_results::page.between(*pages.start(), *pages.end()))
        .order(search_results::page)
        .select((search_results::page, search_results::results))
        .load(conn)
        .await
}
