//! Cross-firm queries of runs: turns and leases.
//!
//! They run in `db::unscoped_tx`. A statement that concerns a run and its batches locks the run
//! first. What typed queries cannot express (fairness across firms, creation of batches) is SQL
//! text with the states as parameters.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{sql, sum};
use diesel::expression::SqlLiteral;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::RunId;
use serde_json::Value;

use crate::growth::runs::row::{RunRow, database_now};
use crate::growth::runs::state::{BatchState, RunState};
use crate::schema::{growth_batch, growth_run};

/// Advisory lock that serializes decisions about turns over all replicas.
const TURN_LOCK: i64 = 726_802;
/// Another process takes over a step whose lease was not renewed for so many seconds.
const STEP_LEASE: u32 = 30;

/// The end of a lease that starts now, by the database's clock.
pub(super) fn lease(seconds: u32) -> SqlLiteral<Nullable<Timestamptz>> {
    sql(&format!("now() + interval '{seconds} seconds'"))
}

pub(super) const NO_LEASE: Option<DateTime<Utc>> = None;
pub(super) const NO_WORKER: Option<String> = None;

/// Serializes decisions about turns until the transaction ends.
pub async fn lock_turns(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    let lock = diesel::sql_query("SELECT pg_advisory_xact_lock($1)").bind::<BigInt, _>(TURN_LOCK);
    lock.execute(conn).await.map(drop)
}

/// Requeues batches and preparations whose lease has expired.
pub async fn unscoped_release_lapsed(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let lapsed = growth_batch::table
        .filter(growth_batch::state.eq_any(BatchState::IN_FLIGHT))
        .filter(growth_batch::lease_until.lt(database_now().nullable()));
    let batches = diesel::update(lapsed)
        .set((
            growth_batch::state.eq(BatchState::Waiting),
            growth_batch::worker.eq(NO_WORKER),
            growth_batch::lease_until.eq(NO_LEASE),
            growth_batch::done.eq(0),
        ))
        .execute(conn)
        .await?;
    let lapsed = growth_run::table
        .filter(growth_run::state.eq(RunState::Preparing))
        .filter(growth_run::lease_until.lt(database_now().nullable()));
    let runs = diesel::update(lapsed)
        .set((
            growth_run::state.eq(RunState::Queued),
            growth_run::lease_until.eq(NO_LEASE),
            growth_run::version.eq(growth_run::version + 1),
        ))
        .execute(conn)
        .await?;
    Ok(batches + runs)
}

#[derive(QueryableByName)]
#[diesel(table_name = growth_run, check_for_backend(Pg))]
struct NextRun {
    run_id: RunId,
}

/// Takes the next run: the firm with the fewest active runs first, then its oldest. At most
/// `at_once` runs of a firm are active.
pub async fn unscoped_take_queued(
    conn: &mut AsyncPgConnection,
    at_once: i64,
) -> QueryResult<Option<RunRow>> {
    let next: Option<NextRun> = diesel::sql_query(
        "WITH busy AS (SELECT customer_id, count(*) AS runs FROM growth_run \
                       WHERE state IN ($2, $3) GROUP BY customer_id) \
         SELECT q.run_id FROM growth_run q LEFT JOIN busy USING (customer_id) \
         WHERE q.state = $4 AND coalesce(busy.runs, 0) < $1 \
         ORDER BY coalesce(busy.runs, 0), q.created_at, q.run_id LIMIT 1 FOR UPDATE OF q SKIP LOCKED",
    )
    .bind::<BigInt, _>(at_once)
    .bind::<Text, _>(RunState::Preparing)
    .bind::<Text, _>(RunState::Running)
    .bind::<Text, _>(RunState::Queued)
    .get_result(conn)
    .await
    .optional()?;
    let Some(NextRun { run_id }) = next else {
        return Ok(None);
    };
    let started_at = growth_run::started_at;
    diesel::update(growth_run::table.find(run_id))
        .set((
            growth_run::state.eq(RunState::Preparing),
            growth_run::attempts.eq(growth_run::attempts + 1),
            growth_run::version.eq(growth_run::version + 1),
            started_at.eq(coalesce(started_at, database_now().nullable())),
            growth_run::lease_until.eq(lease(STEP_LEASE)),
        ))
        .returning(RunRow::as_returning())
        .get_result(conn)
        .await
        .map(Some)
}

diesel::define_sql_function! {
    /// The first of two timestamps that is not null.
    fn coalesce(first: Nullable<Timestamptz>, second: Nullable<Timestamptz>) -> Nullable<Timestamptz>;
}

/// Takes a run whose batches are all finished.
pub async fn unscoped_take_computed(conn: &mut AsyncPgConnection) -> QueryResult<Option<RunRow>> {
    let next: Option<RunId> = growth_run::table
        .filter(growth_run::state.eq(RunState::Running))
        .filter(growth_run::batches_done.eq(growth_run::batches_total))
        .filter(
            growth_run::lease_until
                .is_null()
                .or(growth_run::lease_until.lt(database_now().nullable())),
        )
        .order((growth_run::created_at, growth_run::run_id))
        .select(growth_run::run_id)
        .for_update()
        .skip_locked()
        .first(conn)
        .await
        .optional()?;
    let Some(run_id) = next else { return Ok(None) };
    diesel::update(growth_run::table.find(run_id))
        .set((
            growth_run::attempts.eq(growth_run::attempts + 1),
            growth_run::lease_until.eq(lease(STEP_LEASE)),
        ))
        .returning(RunRow::as_returning())
        .get_result(conn)
        .await
        .map(Some)
}

/// Renews the lease of a run that is being prepared or joined. False when the lease was lost.
pub async fn unscoped_keep_step(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    state: RunState,
    attempts: i32,
) -> QueryResult<bool> {
    let ours = growth_run::table
        .find(run_id)
        .filter(growth_run::state.eq(state))
        .filter(growth_run::attempts.eq(attempts));
    let kept = diesel::update(ours).set(growth_run::lease_until.eq(lease(STEP_LEASE)));
    Ok(kept.execute(conn).await? > 0)
}

/// Arguments of [`unscoped_add_stage`].
#[derive(Debug)]
pub struct NewStage<'a> {
    /// 0 for predictions; calibration: 0 coarse, 1 fine, 2 final.
    pub stage: i16,
    /// Total iterations or sets.
    pub size: i32,
    /// Size of every batch but the last.
    pub batch_size: i32,
    /// The layers, if the run has just been prepared.
    pub layers: Option<&'a Value>,
    /// All stages including this one (calibration).
    pub stages: &'a Value,
    /// Iterations of the whole run, as known now.
    pub iterations_total: i32,
}

/// Creates a stage's batches and moves a prepared run to running. None when the run is no longer
/// active.
pub async fn unscoped_add_stage(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    attempts: i32,
    stage: &NewStage<'_>,
) -> QueryResult<Option<RunRow>> {
    let batches = (stage.size + stage.batch_size - 1) / stage.batch_size;
    let ours = growth_run::table
        .find(run_id)
        .filter(growth_run::state.eq_any([RunState::Preparing, RunState::Running]))
        .filter(growth_run::attempts.eq(attempts));
    let running_at = growth_run::running_at;
    let run: Option<RunRow> = diesel::update(ours)
        .set((
            growth_run::state.eq(RunState::Running),
            growth_run::version.eq(growth_run::version + 1),
            growth_run::attempts.eq(0),
            growth_run::lease_until.eq(NO_LEASE),
            stage.layers.map(|layers| growth_run::layers.eq(layers)),
            growth_run::stages.eq(stage.stages),
            growth_run::batches_total.eq(growth_run::batches_total + batches),
            growth_run::iterations_total.eq(stage.iterations_total),
            running_at.eq(coalesce(running_at, database_now().nullable())),
        ))
        .returning(RunRow::as_returning())
        .get_result(conn)
        .await
        .optional()?;
    let Some(run) = run else { return Ok(None) };
    diesel::sql_query(
        "INSERT INTO growth_batch (run_id, customer_id, stage, batch, first, size) \
         SELECT $1, $2, $3, n, n * $4, least($4, $5 - n * $4) FROM generate_series(0, $6 - 1) AS n",
    )
    .bind::<SqlUuid, _>(run_id)
    .bind::<SqlUuid, _>(run.customer_id)
    .bind::<SmallInt, _>(stage.stage)
    .bind::<Integer, _>(stage.batch_size)
    .bind::<Integer, _>(stage.size)
    .bind::<Integer, _>(batches)
    .execute(conn)
    .await?;
    Ok(Some(run))
}

/// Locks the run of a batch, if it is still running.
pub async fn unscoped_lock_running(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
) -> QueryResult<Option<RunRow>> {
    growth_run::table
        .find(run_id)
        .filter(growth_run::state.eq(RunState::Running))
        .select(RunRow::as_select())
        .for_update()
        .get_result(conn)
        .await
        .optional()
}

/// Updates a run's progress from its batches. The caller holds the run's lock.
pub async fn unscoped_count_progress(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    year: Option<i32>,
) -> QueryResult<RunRow> {
    let batches = growth_batch::table.filter(growth_batch::run_id.eq(run_id));
    let iterations: Option<i64> = batches
        .select(sum(growth_batch::done))
        .get_result(conn)
        .await?;
    let done: i64 = batches
        .filter(growth_batch::state.eq(BatchState::Done))
        .count()
        .get_result(conn)
        .await?;
    diesel::update(growth_run::table.find(run_id))
        .set((
            growth_run::iterations_done.eq(iterations.unwrap_or_default() as i32),
            growth_run::batches_done.eq(done as i32),
            year.map(|year| growth_run::year.eq(year)),
            growth_run::version.eq(growth_run::version + 1),
        ))
        .returning(RunRow::as_returning())
        .get_result(conn)
        .await
}
