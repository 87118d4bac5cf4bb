//! Queries of runs of one firm, scoped by row-level security; cross-firm queries are in
//! [`super::scheduling::queue`].

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{RunId, UserId};
use serde_json::Value;

use crate::growth::runs::row::{RunRow, database_now};
use crate::growth::runs::settings::RunKind;
use crate::growth::runs::state::{FailureKind, RunState};
use crate::schema::{growth_batch, growth_run};

#[derive(Debug)]
pub struct NewRun<'a> {
    pub run_id: RunId,
    pub created_by: UserId,
    pub kind: RunKind,
    pub name: Option<&'a str>,
    /// [`super::settings::RunSettings`].
    pub settings: Value,
    pub iterations_total: i32,
}

/// Counts the firm's active runs. Locks the firm until the transaction ends, so that concurrent
/// requests are counted one after the other.
pub async fn lock_and_count_active(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    diesel::sql_query(
        "SELECT pg_advisory_xact_lock(hashtextextended('growth_run ' || app_customer_id(), 0))",
    )
    .execute(conn)
    .await?;
    growth_run::table
        .filter(growth_run::state.eq_any(RunState::ACTIVE))
        .count()
        .get_result(conn)
        .await
}

pub async fn insert(conn: &mut AsyncPgConnection, run: &NewRun<'_>) -> QueryResult<RunRow> {
    diesel::insert_into(growth_run::table)
        .values((
            growth_run::run_id.eq(run.run_id),
            growth_run::created_by.eq(run.created_by),
            growth_run::kind.eq(run.kind),
            growth_run::name.eq(run.name),
            growth_run::settings.eq(&run.settings),
            growth_run::iterations_total.eq(run.iterations_total),
        ))
        .returning(RunRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn find(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<Option<RunRow>> {
    growth_run::table
        .find(run_id)
        .select(RunRow::as_select())
        .get_result(conn)
        .await
        .optional()
}

/// The firm's queued runs, in the order of their turns.
pub async fn list_queued(conn: &mut AsyncPgConnection) -> QueryResult<Vec<RunId>> {
    growth_run::table
        .filter(growth_run::state.eq(RunState::Queued))
        .order((growth_run::created_at, growth_run::run_id))
        .select(growth_run::run_id)
        .load(conn)
        .await
}

/// Newest first.
pub async fn list(
    conn: &mut AsyncPgConnection,
    kind: Option<RunKind>,
    after: Option<(DateTime<Utc>, RunId)>,
    limit: Option<i64>,
) -> QueryResult<Vec<RunRow>> {
    let mut query = growth_run::table
        .order((growth_run::created_at.desc(), growth_run::run_id.desc()))
        .select(RunRow::as_select())
        .into_boxed();
    if let Some(kind) = kind {
        query = query.filter(growth_run::kind.eq(kind));
    }
    if let Some((at, run_id)) = after {
        query = query.filter(
            growth_run::created_at.le(at).and(
                growth_run::created_at
                    .lt(at)
                    .or(growth_run::run_id.lt(run_id)),
            ),
        );
    }
    if let Some(limit) = limit {
        query = query.limit(limit);
    }
    query.load(conn).await
}

/// How a run ends.
#[derive(Debug, Clone, Copy)]
pub struct End<'a> {
    /// One of [`RunState::ENDED`].
    pub state: RunState,
    /// Message and kind of a failure.
    pub failure: Option<(&'a str, FailureKind)>,
    /// Figures of a successful result.
    pub outcome: Option<&'a Value>,
}

impl End<'_> {
    /// Without failure or figures.
    pub const fn new(state: RunState) -> Self {
        Self {
            state,
            failure: None,
            outcome: None,
        }
    }
}

/// Ends a run and deletes its batches; none when its state does not allow it.
pub async fn end(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    end: &End<'_>,
) -> QueryResult<Option<RunRow>> {
    let run = growth_run::table
        .find(run_id)
        .filter(growth_run::state.eq_any(end.state.sources()));
    let ended: Option<RunRow> = diesel::update(run)
        .set((
            growth_run::state.eq(end.state),
            growth_run::version.eq(growth_run::version + 1),
            growth_run::error.eq(end.failure.map(|(sentence, _)| sentence)),
            growth_run::error_kind.eq(end.failure.map(|(_, kind)| kind)),
            end.outcome.map(|outcome| growth_run::outcome.eq(outcome)),
            growth_run::attempts.eq(0),
            growth_run::lease_until.eq(None::<DateTime<Utc>>),
            growth_run::year.eq(None::<i32>),
            growth_run::finished_at.eq(database_now().nullable()),
        ))
        .returning(RunRow::as_returning())
        .get_result(conn)
        .await
        .optional()?;
    if ended.is_some() {
        // A worker that still computes one stops when it finds it deleted.
        let batches = growth_batch::table.filter(growth_batch::run_id.eq(run_id));
        diesel::delete(batches).execute(conn).await?;
    }
    Ok(ended)
}

/// Removes a run that has ended, with its batches. False when it is active or missing.
pub async fn delete_ended(conn: &mut AsyncPgConnection, run_id: RunId) -> QueryResult<bool> {
    let ended = growth_run::table
        .find(run_id)
        .filter(growth_run::state.eq_any(RunState::ENDED));
    Ok(diesel::delete(ended).execute(conn).await? > 0)
}
