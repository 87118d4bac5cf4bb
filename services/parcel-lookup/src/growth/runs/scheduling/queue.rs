//! Queries that act for every firm: whose turn it is, leases of what is worked on, batches.
//!
//! All of them run in `db::unscoped_tx`. Where a statement touches a run and its batches, the run is
//! locked first. No transaction is opened here.

use db::AsyncPgConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::sql_types::{BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use uuid::Uuid;

use crate::growth::runs::row::{BATCH_COLUMNS, BatchRow, COLUMNS, RunRow};

/// Serialises decisions about whose turn it is, over all replicas.
const TURN_LOCK: i64 = 726_802;
/// How long preparing or joining may be silent before somebody else takes over.
const STEP_LEASE: &str = "30 seconds";
/// How long a batch may lie on the queue before it is put there again.
const QUEUE_LEASE: &str = "2 minutes";
/// How long a worker may be silent before its batch is put on the queue again.
const WORK_LEASE: &str = "15 seconds";

/// Until the transaction ends nobody else decides whose turn it is.
pub async fn lock_turns(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    let lock = diesel::sql_query("SELECT pg_advisory_xact_lock($1)").bind::<BigInt, _>(TURN_LOCK);
    lock.execute(conn).await.map(drop)
}

/// Batches and preparations whose owner has been silent too long wait again.
pub async fn unscoped_release_lapsed(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let batches = diesel::sql_query(
        "UPDATE growth_batch SET state = 'waiting', worker = NULL, lease_until = NULL, done = 0 \
         WHERE state IN ('queued', 'running') AND lease_until < now()",
    )
    .execute(conn)
    .await?;
    let runs = diesel::sql_query(
        "UPDATE growth_run SET state = 'queued', lease_until = NULL, version = version + 1 \
         WHERE state = 'preparing' AND lease_until < now()",
    )
    .execute(conn)
    .await?;
    Ok(batches + runs)
}

/// Takes the run whose turn it is: of the firm with the fewest runs in work, the oldest. A firm has at
/// most `at_once` in work.
pub async fn unscoped_take_queued(
    conn: &mut AsyncPgConnection,
    at_once: i64,
) -> QueryResult<Option<RunRow>> {
    let sql = format!(
        "WITH busy AS (SELECT customer_id, count(*) AS runs FROM growth_run \
                       WHERE state IN ('preparing', 'running') GROUP BY customer_id), \
              next AS (SELECT q.run_id FROM growth_run q LEFT JOIN busy USING (customer_id) \
                       WHERE q.state = 'queued' AND coalesce(busy.runs, 0) < $1 \
                       ORDER BY coalesce(busy.runs, 0), q.created_at, q.run_id LIMIT 1 FOR UPDATE OF q SKIP LOCKED), \
              r AS (UPDATE growth_run t SET state = 'preparing', attempts = t.attempts + 1, version = t.version + 1, \
                        started_at = coalesce(t.started_at, now()), lease_until = now() + interval '{STEP_LEASE}' \
                    FROM next WHERE t.run_id = next.run_id RETURNING t.*) \
         SELECT {COLUMNS} FROM r"
    );
    diesel::sql_query(sql)
        .bind::<BigInt, _>(at_once)
        .get_result(conn)
        .await
        .optional()
}

/// Takes a run whose batches are all done.
pub async fn unscoped_take_computed(conn: &mut AsyncPgConnection) -> QueryResult<Option<RunRow>> {
    let sql = format!(
        "WITH next AS (SELECT run_id FROM growth_run WHERE state = 'running' AND batches_done = batches_total \
                       AND (lease_until IS NULL OR lease_until < now()) \
                       ORDER BY created_at, run_id LIMIT 1 FOR UPDATE SKIP LOCKED), \
              r AS (UPDATE growth_run t SET attempts = t.attempts + 1, lease_until = now() + interval '{STEP_LEASE}' \
                    FROM next WHERE t.run_id = next.run_id RETURNING t.*) \
         SELECT {COLUMNS} FROM r"
    );
    diesel::sql_query(sql).get_result(conn).await.optional()
}

/// Holds on to a run that is being prepared or joined. False where it is not ours any more.
pub async fn unscoped_keep_step(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
    state: &str,
    attempts: i32,
) -> QueryResult<bool> {
    let sql = format!(
        "UPDATE growth_run SET lease_until = now() + interval '{STEP_LEASE}' \
         WHERE run_id = $1 AND state = $2 AND attempts = $3"
    );
    let kept = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(run_id)
        .bind::<Text, _>(state)
        .bind::<Integer, _>(attempts);
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
    let sql = format!(
        "WITH r AS (UPDATE growth_run SET state = 'running', version = version + 1, attempts = 0, lease_until = NULL, \
                        layers = coalesce($3, layers), stages = $4, batches_total = batches_total + $5, \
                        iterations_total = $6, running_at = coalesce(running_at, now()) \
                    WHERE run_id = $1 AND state IN ('preparing', 'running') AND attempts = $2 RETURNING *) \
         SELECT {COLUMNS} FROM r"
    );
    let run: Option<RunRow> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(run_id)
        .bind::<Integer, _>(attempts)
        .bind::<Nullable<Jsonb>, _>(stage.layers)
        .bind::<Jsonb, _>(stage.stages)
        .bind::<Integer, _>(batches)
        .bind::<Integer, _>(stage.iterations_total)
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

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Batches on the queue that no worker has begun.
pub async fn unscoped_count_queued(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    let found: Count =
        diesel::sql_query("SELECT count(*) AS count FROM growth_batch WHERE state = 'queued'")
            .get_result(conn)
            .await?;
    Ok(found.count)
}

/// Marks the batch whose turn it is as put on the queue: of the firm with the fewest in flight, of its
/// oldest run the first.
pub async fn unscoped_take_waiting(conn: &mut AsyncPgConnection) -> QueryResult<Option<BatchRow>> {
    let sql = format!(
        "WITH flight AS (SELECT customer_id, count(*) AS batches FROM growth_batch \
                         WHERE state IN ('queued', 'running') GROUP BY customer_id), \
              next AS (SELECT w.run_id, w.stage, w.batch FROM growth_batch w \
                       JOIN growth_run r ON r.run_id = w.run_id AND r.state = 'running' \
                       LEFT JOIN flight ON flight.customer_id = w.customer_id WHERE w.state = 'waiting' \
                       ORDER BY coalesce(flight.batches, 0), r.created_at, r.run_id, w.stage, w.batch LIMIT 1) \
         UPDATE growth_batch b SET state = 'queued', generation = b.generation + 1, \
             lease_until = now() + interval '{QUEUE_LEASE}' \
         FROM next WHERE b.run_id = next.run_id AND b.stage = next.stage AND b.batch = next.batch \
         RETURNING {BATCH_COLUMNS}"
    );
    diesel::sql_query(sql).get_result(conn).await.optional()
}

/// Which batch, and which message about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BatchKey {
    /// The run.
    pub run_id: Uuid,
    /// Stage of a calibration; 0 for predictions.
    pub stage: i16,
    /// Number within the stage.
    pub batch: i32,
    /// How often it had been put on the queue then.
    pub generation: i32,
}

const THIS_BATCH: &str = "run_id = $1 AND stage = $2 AND batch = $3 AND generation = $4";

/// The run of a batch, locked, where it is still being computed.
pub async fn unscoped_lock_running(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
) -> QueryResult<Option<RunRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM growth_run r WHERE r.run_id = $1 AND r.state = 'running' FOR UPDATE OF r"
    );
    diesel::sql_query(sql)
        .bind::<SqlUuid, _>(run_id)
        .get_result(conn)
        .await
        .optional()
}

/// A worker begins. None where the message is out of date or the batch is done.
pub async fn unscoped_begin_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    worker: &str,
) -> QueryResult<Option<BatchRow>> {
    let sql = format!(
        "UPDATE growth_batch b SET state = 'running', attempts = attempts + 1, done = 0, worker = $5, \
             lease_until = now() + interval '{WORK_LEASE}' \
         WHERE {THIS_BATCH} AND state IN ('queued', 'running') RETURNING {BATCH_COLUMNS}"
    );
    bound(sql, key)
        .bind::<Text, _>(worker.to_owned())
        .get_result(conn)
        .await
        .optional()
}

/// A worker says how far it is. False where the batch is not wanted of it any more.
pub async fn unscoped_report_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    worker: &str,
    done: i32,
) -> QueryResult<bool> {
    let sql = format!(
        "UPDATE growth_batch SET done = $6, lease_until = now() + interval '{WORK_LEASE}' \
         WHERE {THIS_BATCH} AND state = 'running' AND worker = $5"
    );
    let kept = bound(sql, key)
        .bind::<Text, _>(worker.to_owned())
        .bind::<Integer, _>(done)
        .execute(conn)
        .await?;
    Ok(kept > 0)
}

/// A worker that is being stopped, or that cannot work, gives a batch back. Where it was no try, none is
/// counted.
pub async fn unscoped_return_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    worker: &str,
    is_try: bool,
) -> QueryResult<usize> {
    let sql = format!(
        "UPDATE growth_batch SET state = 'waiting', attempts = attempts - $6, done = 0, worker = NULL, lease_until = NULL \
         WHERE {THIS_BATCH} AND state = 'running' AND worker = $5"
    );
    bound(sql, key)
        .bind::<Text, _>(worker.to_owned())
        .bind::<Integer, _>(i32::from(!is_try))
        .execute(conn)
        .await
}

/// What a batch computed is stored. False where that was known already.
pub async fn unscoped_end_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    done: i32,
) -> QueryResult<bool> {
    let ended = diesel::sql_query(
        "UPDATE growth_batch SET state = 'done', done = $4, lease_until = NULL \
         WHERE run_id = $1 AND stage = $2 AND batch = $3 AND state <> 'done'",
    )
    .bind::<SqlUuid, _>(key.run_id)
    .bind::<SmallInt, _>(key.stage)
    .bind::<Integer, _>(key.batch)
    .bind::<Integer, _>(done);
    Ok(ended.execute(conn).await? > 0)
}

/// Brings a run's figures up to its batches'.
pub async fn unscoped_count_progress(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
    year: Option<i32>,
) -> QueryResult<RunRow> {
    let sql = format!(
        "WITH sums AS (SELECT coalesce(sum(done), 0)::integer AS iterations, \
                           (count(*) FILTER (WHERE state = 'done'))::integer AS batches FROM growth_batch WHERE run_id = $1), \
              r AS (UPDATE growth_run t SET iterations_done = sums.iterations, batches_done = sums.batches, \
                        year = coalesce($2, t.year), version = t.version + 1 \
                    FROM sums WHERE t.run_id = $1 RETURNING t.*) \
         SELECT {COLUMNS} FROM r"
    );
    diesel::sql_query(sql)
        .bind::<SqlUuid, _>(run_id)
        .bind::<Nullable<Integer>, _>(year)
        .get_result(conn)
        .await
}

fn bound(sql: String, key: &BatchKey) -> BoxedSqlQuery<'static, Pg, SqlQuery> {
    let query = diesel::sql_query(sql).into_boxed::<Pg>();
    query
        .bind::<SqlUuid, _>(key.run_id)
        .bind::<SmallInt, _>(key.stage)
        .bind::<Integer, _>(key.batch)
        .bind::<Integer, _>(key.generation)
}
