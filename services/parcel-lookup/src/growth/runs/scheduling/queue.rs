//! Queries of runs that act for every firm: whose turn it is, and leases of what is worked on.
//!
//! All of them run in `db::unscoped_tx`. Where a statement touches a run and its batches, the run is
//! locked first. No transaction is opened here. What no typed query can say (fairness over firms, the
//! cutting into batches) is SQL text with the states as parameters.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{sql, sum};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use uuid::Uuid;

use crate::growth::runs::row::{RunRow, database_now};
use crate::growth::runs::state::{BatchState, RunState};
use crate::schema::{growth_batch, growth_run};

/// Serialises decisions about whose turn it is, over all replicas.
const TURN_LOCK: i64 = 726_802;
/// How long preparing or joining may be silent before somebody else takes over, seconds.
const STEP_LEASE: u32 = 30;

/// The end of a lease that begins now, by the database's clock.
pub(super) fn lease(seconds: u32) -> SqlLiteral<Nullable<Timestamptz>> {
    sql(&format!("now() + interval '{seconds} seconds'"))
}

pub(super) const NO_LEASE: Option<DateTime<Utc>> = None;
pub(super) const NO_WORKER: Option<String> = None;

/// Until the transaction ends nobody else decides whose turn it is.
pub async fn lock_turns(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    let lock = diesel::sql_query("SELECT pg_advisory_xact_lock($1)").bind::<BigInt, _>(TURN_LOCK);
    lock.execute(conn).await.map(drop)
}

/// Batches and preparations whose owner has been silent too long wait again.
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
struct NextRun {
    #[diesel(sql_type = SqlUuid)]
    run_id: Uuid,
}

/// Takes the run whose turn it is: of the firm with the fewest runs in work, the oldest. A firm has at
/// most `at_once` in work.
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
    /// The first of two moments that is known.
    fn coalesce(first: Nullable<Timestamptz>, second: Nullable<Timestamptz>) -> Nullable<Timestamptz>;
}

/// Takes a run whose batches are all done.
pub async fn unscoped_take_computed(conn: &mut AsyncPgConnection) -> QueryResult<Option<RunRow>> {
    let next: Option<Uuid> = growth_run::table
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

/// Holds on to a run that is being prepared or joined. False where it is not ours any more.
pub async fn unscoped_keep_step(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
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

/// What [`unscoped_add_stage`] notes of a stage.
#[derive(Debug)]
pub struct NewStage<'a> {
    /// 0 for predictions; calibration: 0 coarse, 1 fine, 2 final.
    pub stage: i16,
    /// Iterations or sets of it, in all.
    pub size: i32,
    /// Of each batch but the last.
    pub batch_size: i32,
    /// The layers, where the run was only just prepared.
    pub layers: Option<&'a Value>,
    /// All stages so far, this one included (calibration).
    pub stages: &'a Value,
    /// Iterations of the whole run, as far as is known now.
    pub iterations_total: i32,
}

/// Cuts a stage into batches, and lets a run that was prepared go over to running. None where the run
/// is not in work any more.
pub async fn unscoped_add_stage(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
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

/// The run of a batch, locked, where it is still being computed.
pub async fn unscoped_lock_running(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
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

/// Brings a run's figures up to its batches'. Whoever calls holds the run's lock.
pub async fn unscoped_count_progress(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
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
