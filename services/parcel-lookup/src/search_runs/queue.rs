//! Cross-firm queries of runs: turns, leases and ends. They run in `db::unscoped_tx`.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, RunId};
use serde_json::Value;

use super::api::result_dto::SearchList;
use super::row::{SearchRow, database_now};
use super::state::SearchState;
use super::store::KEPT_RUNS;
use crate::schema::{search_results, search_runs};

/// Another process takes a run whose lease was not renewed for so many seconds.
const LEASE: u32 = 15;
/// Advisory lock that serializes decisions about turns over all processes.
const TURN_LOCK: i64 = 726_803;

fn lease() -> SqlLiteral<Nullable<Timestamptz>> {
    sql(&format!("now() + interval '{LEASE} seconds'"))
}

const NO_LEASE: Option<DateTime<Utc>> = None;

/// A run at work, as its process knows it. Another process that takes it increments the attempts.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    pub run_id: RunId,
    pub attempts: i32,
}

#[derive(QueryableByName)]
struct Next {
    #[diesel(sql_type = SqlUuid)]
    run_id: RunId,
}

/// Takes the next run: one whose process died, or the oldest of the firm with the fewest at work. At most
/// `at_once` of a firm are at work.
pub async fn unscoped_take(
    conn: &mut AsyncPgConnection,
    at_once: i64,
) -> QueryResult<Option<SearchRow>> {
    let lock = diesel::sql_query("SELECT pg_advisory_xact_lock($1)").bind::<BigInt, _>(TURN_LOCK);
    lock.execute(conn).await?;
    // SQL, because diesel cannot express the fairness across firms.
    let next: Option<Next> = diesel::sql_query(
        "WITH busy AS (SELECT customer_id, count(*) AS runs FROM search_runs \
                       WHERE state = 'running' AND lease_until >= now() GROUP BY customer_id) \
         SELECT q.run_id FROM search_runs q LEFT JOIN busy USING (customer_id) \
         WHERE (q.state = 'queued' OR q.state = 'running' AND q.lease_until < now()) AND coalesce(busy.runs, 0) < $1 \
         ORDER BY coalesce(busy.runs, 0), q.created_at, q.run_id LIMIT 1",
    )
    .bind::<BigInt, _>(at_once)
    .get_result(conn)
    .await
    .optional()?;
    let Some(Next { run_id }) = next else {
        return Ok(None);
    };
    diesel::update(search_runs::table.find(run_id))
        .set((
            search_runs::state.eq(SearchState::Running),
            search_runs::attempts.eq(search_runs::attempts + 1),
            search_runs::judged.eq(0),
            search_runs::lease_until.eq(lease()),
            search_runs::started_at.eq(database_now().nullable()),
            search_runs::version.eq(search_runs::version + 1),
        ))
        .returning(SearchRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Writes progress and renews the lease. False when the run is cancelled or another process has it.
pub async fn unscoped_report(
    conn: &mut AsyncPgConnection,
    held: Held,
    judged: i64,
    total: Option<i64>,
) -> QueryResult<bool> {
    let ours = search_runs::table
        .find(held.run_id)
        .filter(search_runs::state.eq(SearchState::Running))
        .filter(search_runs::attempts.eq(held.attempts));
    let told = diesel::update(ours).set((
        search_runs::judged.eq(judged),
        search_runs::total.eq(total),
        search_runs::lease_until.eq(lease()),
        search_runs::version.eq(search_runs::version + 1),
    ));
    Ok(told.execute(conn).await? > 0)
}

/// Puts a run back for another process.
pub async fn unscoped_give_back(conn: &mut AsyncPgConnection, held: Held) -> QueryResult<usize> {
    let ours = search_runs::table
        .find(held.run_id)
        .filter(search_runs::state.eq(SearchState::Running))
        .filter(search_runs::attempts.eq(held.attempts));
    diesel::update(ours)
        .set((
            search_runs::state.eq(SearchState::Queued),
            // It did not fail.
            search_runs::attempts.eq(search_runs::attempts - 1),
            search_runs::lease_until.eq(NO_LEASE),
            search_runs::version.eq(search_runs::version + 1),
        ))
        .execute(conn)
        .await
}

/// How a run ends.
#[derive(Debug)]
pub enum End<'a> {
    Done {
        total: i64,
        /// [`super::row::SearchOutcome`].
        outcome: Value,
        best: &'a [ParcelUuid],
        pages: &'a [(SearchList, i32, Vec<u8>)],
    },
    Failed(&'a str),
}

/// Ends a run and keeps its results; none when it is cancelled or another process has it.
pub async fn unscoped_end(
    conn: &mut AsyncPgConnection,
    held: Held,
    end: &End<'_>,
) -> QueryResult<Option<SearchRow>> {
    let ours = search_runs::table
        .find(held.run_id)
        .filter(search_runs::state.eq(SearchState::Running))
        .filter(search_runs::attempts.eq(held.attempts));
    let (state, error, done) = match end {
        End::Failed(sentence) => (SearchState::Failed, Some(*sentence), None),
        End::Done {
            total,
            outcome,
            best,
            ..
        } => (SearchState::Done, None, Some((total, outcome, best))),
    };
    let ended: Option<SearchRow> = diesel::update(ours)
        .set((
            search_runs::state.eq(state),
            search_runs::error.eq(error),
            done.map(|(total, outcome, best)| {
                (
                    search_runs::judged.eq(*total),
                    search_runs::total.eq(*total),
                    search_runs::outcome.eq(outcome),
                    search_runs::best.eq(*best),
                )
            }),
            search_runs::lease_until.eq(NO_LEASE),
            search_runs::finished_at.eq(database_now().nullable()),
            search_runs::version.eq(search_runs::version + 1),
        ))
        .returning(SearchRow::as_returning())
        .get_result(conn)
        .await
        .optional()?;
    if let (Some(run), End::Done { pages, .. }) = (&ended, end) {
        for (list, page, results) in *pages {
            diesel::insert_into(search_results::table)
                .values((
                    search_results::run_id.eq(run.run_id),
                    search_results::customer_id.eq(run.customer_id),
                    search_results::list.eq(list.as_str()),
                    search_results::page.eq(page),
                    search_results::results.eq(results),
                ))
                .execute(conn)
                .await?;
        }
    }
    Ok(ended)
}

/// Deletes the runs that have ended, of all firms, beyond the newest of each project. Returns their
/// number.
pub async fn unscoped_delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    // SQL, because diesel has no window functions in subqueries.
    diesel::sql_query(
        "DELETE FROM search_runs USING (\
             SELECT run_id, row_number() OVER (PARTITION BY customer_id, project_id ORDER BY created_at DESC, run_id DESC) AS place \
             FROM search_runs) AS newest \
         WHERE search_runs.run_id = newest.run_id AND newest.place > $1 AND search_runs.state NOT IN ('queued', 'running')",
    )
    .bind::<BigInt, _>(KEPT_RUNS)
    .execute(conn)
    .await
}
