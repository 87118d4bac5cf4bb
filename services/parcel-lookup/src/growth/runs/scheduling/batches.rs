//! Queries of batches: selection for the work queue, leases and progress.
//!
//! They run in `db::unscoped_tx`, with the run locked before its batches.

use db::AsyncPgConnection;
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl;
use domain::RunId;

use crate::growth::runs::row::BatchRow;
use crate::growth::runs::scheduling::queue::{NO_LEASE, NO_WORKER, lease};
use crate::growth::runs::state::{BatchState, RunState};
use crate::schema::growth_batch;

/// A queued batch that no worker starts within so many seconds is queued again.
const QUEUE_LEASE: u32 = 120;
/// A batch whose worker sends no progress for so many seconds is queued again.
const WORK_LEASE: u32 = 15;

/// Queued batches that no worker has started.
pub async fn unscoped_count_queued(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    growth_batch::table
        .filter(growth_batch::state.eq(BatchState::Queued))
        .select(count_star())
        .get_result(conn)
        .await
}

#[derive(QueryableByName)]
#[diesel(table_name = growth_batch, check_for_backend(Pg))]
struct NextBatch {
    run_id: RunId,
    stage: i16,
    batch: i32,
}

/// Selects the next batch and marks it as queued: the firm with the fewest batches in flight first,
/// then its oldest run. The caller holds [`super::queue::lock_turns`].
pub async fn unscoped_take_waiting(conn: &mut AsyncPgConnection) -> QueryResult<Option<BatchRow>> {
    let next: Option<NextBatch> = diesel::sql_query(
        "WITH flight AS (SELECT customer_id, count(*) AS batches FROM growth_batch \
                         WHERE state IN ($1, $2) GROUP BY customer_id) \
         SELECT w.run_id, w.stage, w.batch FROM growth_batch w \
         JOIN growth_run r ON r.run_id = w.run_id AND r.state = $3 \
         LEFT JOIN flight ON flight.customer_id = w.customer_id WHERE w.state = $4 \
         ORDER BY coalesce(flight.batches, 0), r.created_at, r.run_id, w.stage, w.batch LIMIT 1",
    )
    .bind::<Text, _>(BatchState::Queued)
    .bind::<Text, _>(BatchState::Running)
    .bind::<Text, _>(RunState::Running)
    .bind::<Text, _>(BatchState::Waiting)
    .get_result(conn)
    .await
    .optional()?;
    let Some(next) = next else { return Ok(None) };
    diesel::update(growth_batch::table.find((next.run_id, next.stage, next.batch)))
        .set((
            growth_batch::state.eq(BatchState::Queued),
            growth_batch::generation.eq(growth_batch::generation + 1),
            growth_batch::lease_until.eq(lease(QUEUE_LEASE)),
        ))
        .returning(BatchRow::as_returning())
        .get_result(conn)
        .await
        // The run ended in between.
        .optional()
}

/// Identifies a batch and one message about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BatchKey {
    pub run_id: RunId,
    /// Stage of a calibration; 0 for predictions.
    pub stage: i16,
    pub batch: i32,
    /// How often the batch had been queued.
    pub generation: i32,
}

type Condition = Box<dyn BoxableExpression<growth_batch::table, Pg, SqlType = Bool>>;

/// Matches the message's batch, unless it was queued again since.
fn is_this(key: &BatchKey) -> Condition {
    let batch = growth_batch::run_id
        .eq(key.run_id)
        .and(growth_batch::stage.eq(key.stage))
        .and(growth_batch::batch.eq(key.batch));
    Box::new(batch.and(growth_batch::generation.eq(key.generation)))
}

/// Like [`is_this`], while this worker computes it.
fn is_computed_by(key: &BatchKey, worker: &str) -> Condition {
    let running = growth_batch::state.eq(BatchState::Running);
    Box::new(
        is_this(key)
            .and(running)
            .and(growth_batch::worker.eq(worker.to_owned()).assume_not_null()),
    )
}

/// Starts a batch. None when the message is outdated or the batch is finished.
pub async fn unscoped_begin_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    worker: &str,
) -> QueryResult<Option<BatchRow>> {
    let open = growth_batch::state.eq_any(BatchState::IN_FLIGHT);
    diesel::update(growth_batch::table.filter(is_this(key)).filter(open))
        .set((
            growth_batch::state.eq(BatchState::Running),
            growth_batch::attempts.eq(growth_batch::attempts + 1),
            growth_batch::done.eq(0),
            growth_batch::worker.eq(worker),
            growth_batch::lease_until.eq(lease(WORK_LEASE)),
        ))
        .returning(BatchRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Records a worker's progress. False when this worker should stop.
pub async fn unscoped_report_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    worker: &str,
    done: i32,
) -> QueryResult<bool> {
    let kept = diesel::update(growth_batch::table.filter(is_computed_by(key, worker))).set((
        growth_batch::done.eq(done),
        growth_batch::lease_until.eq(lease(WORK_LEASE)),
    ));
    Ok(kept.execute(conn).await? > 0)
}

/// Requeues a batch of a worker that stops or cannot work. Counts as an attempt if `is_try`.
pub async fn unscoped_return_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    worker: &str,
    is_try: bool,
) -> QueryResult<usize> {
    diesel::update(growth_batch::table.filter(is_computed_by(key, worker)))
        .set((
            growth_batch::state.eq(BatchState::Waiting),
            growth_batch::attempts.eq(growth_batch::attempts - i32::from(!is_try)),
            growth_batch::done.eq(0),
            growth_batch::worker.eq(NO_WORKER),
            growth_batch::lease_until.eq(NO_LEASE),
        ))
        .execute(conn)
        .await
}

/// Marks a batch as finished. False when it was finished already.
pub async fn unscoped_end_batch(
    conn: &mut AsyncPgConnection,
    key: &BatchKey,
    done: i32,
) -> QueryResult<bool> {
    let open = growth_batch::table
        .find((key.run_id, key.stage, key.batch))
        .filter(growth_batch::state.ne(BatchState::Done));
    let ended = diesel::update(open).set((
        growth_batch::state.eq(BatchState::Done),
        growth_batch::done.eq(done),
        growth_batch::lease_until.eq(NO_LEASE),
    ));
    Ok(ended.execute(conn).await? > 0)
}
