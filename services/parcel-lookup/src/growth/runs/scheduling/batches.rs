//! Queries of batches: which goes on the work queue next, who computes it, and how far it is.
//!
//! All of them run in `db::unscoped_tx`, with the run locked before its batches. No transaction is opened
//! here.

use db::AsyncPgConnection;
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::growth::runs::row::BatchRow;
use crate::growth::runs::scheduling::queue::{NO_LEASE, NO_WORKER, lease};
use crate::growth::runs::state::{BatchState, RunState};
use crate::schema::growth_batch;

/// How long a batch may lie on the queue before it is put there again, seconds.
const QUEUE_LEASE: u32 = 120;
/// How long a worker may be silent before its batch is put on the queue again, seconds.
const WORK_LEASE: u32 = 15;

/// Batches on the queue that no worker has begun.
pub async fn unscoped_count_queued(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    growth_batch::table
        .filter(growth_batch::state.eq(BatchState::Queued))
        .select(count_star())
        .get_result(conn)
        .await
}

#[derive(QueryableByName)]
struct NextBatch {
    #[diesel(sql_type = SqlUuid)]
    run_id: Uuid,
    #[diesel(sql_type = SmallInt)]
    stage: i16,
    #[diesel(sql_type = Integer)]
    batch: i32,
}

/// Marks the batch whose turn it is as put on the queue: of the firm with the fewest in flight, of its
/// oldest run the first. Whoever calls holds [`super::queue::lock_turns`].
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
        // Its run was ended in between.
        .optional()
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

type Condition = Box<dyn BoxableExpression<growth_batch::table, Pg, SqlType = Bool>>;

/// The batch that a message is about, unless it was put on the queue again since.
fn is_this(key: &BatchKey) -> Condition {
    let batch = growth_batch::run_id
        .eq(key.run_id)
        .and(growth_batch::stage.eq(key.stage))
        .and(growth_batch::batch.eq(key.batch));
    Box::new(batch.and(growth_batch::generation.eq(key.generation)))
}

/// The same, while this worker computes it.
fn is_computed_by(key: &BatchKey, worker: &str) -> Condition {
    let running = growth_batch::state.eq(BatchState::Running);
    Box::new(
        is_this(key)
            .and(running)
            .and(growth_batch::worker.eq(worker.to_owned()).assume_not_null()),
    )
}

/// A worker begins. None where the message is out of date or the batch is done.
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

/// A worker says how far it is. False where the batch is not wanted of it any more.
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

/// A worker that is being stopped, or that cannot work, gives a batch back. Where it was no try, none is
/// counted.
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

/// What a batch computed is stored. False where that was known already.
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
