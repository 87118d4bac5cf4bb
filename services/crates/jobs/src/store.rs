//! Leases on jobs, and how a run ends in the table. Every change requires that the lease still
//! holds.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use diesel_derive_newtype::DieselNewType;
use domain::{CustomerId, JobId};
use serde_json::Value;
use trace_context::TraceContext;
use uuid::Uuid;

use crate::schema::jobs;

/// One lease, of one or several jobs.
#[derive(Debug, Clone, Copy, DieselNewType)]
pub(crate) struct LeaseId(Uuid);

/// The place of jobs in the order of firms: the firm, or for those of no firm the last place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, DieselNewType)]
pub(crate) struct Turn(Uuid);

impl Turn {
    /// Before every firm.
    pub(crate) const START: Self = Self(Uuid::nil());
}

/// A job that this process may run until its lease ends.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = jobs, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub job_id: JobId,
    pub customer_id: Option<CustomerId>,
    pub payload: Value,
    /// Includes this attempt.
    pub attempts: i32,
    #[diesel(column_name = leased_by, sql_type = SqlUuid)]
    pub lease: LeaseId,
    pub last_error: Option<String>,
    pub request_id: Option<String>,
    pub traceparent: Option<String>,
    pub created_at: DateTime<Utc>,
    turn: Turn,
}

impl Leased {
    pub(crate) fn trace(&self) -> TraceContext {
        TraceContext {
            request_id: self.request_id.clone(),
            traceparent: self.traceparent.clone(),
        }
    }
}

/// Leases up to `limit` due jobs of this kind and counts the attempt. Firms take turns: the next
/// job is one of the next firm after `last`, which is updated; of a firm's jobs it is the longest
/// due. A lease that has ended belongs to a worker that died.
pub(crate) async fn lease(
    conn: &mut AsyncPgConnection,
    kind: &str,
    limit: usize,
    duration: Duration,
    last: &mut Turn,
) -> QueryResult<Vec<Leased>> {
    let mut leased = Vec::new();
    while leased.len() < limit {
        let turns = lease_turns(conn, kind, limit - leased.len(), duration, *last).await?;
        match turns.iter().map(|job| job.turn).max() {
            Some(turn) => *last = turn,
            None if *last == Turn::START => break,
            // The first firm follows the last one.
            None => *last = Turn::START,
        }
        leased.extend(turns);
    }
    Ok(leased)
}

/// Leases one job of each of the next firms, at most `limit`. Each step costs one look into the
/// index, however many jobs a firm has.
async fn lease_turns(
    conn: &mut AsyncPgConnection,
    kind: &str,
    limit: usize,
    duration: Duration,
    last: Turn,
) -> QueryResult<Vec<Leased>> {
    diesel::sql_query(
        "WITH RECURSIVE turns AS ( \
             (SELECT turn FROM jobs WHERE kind = $3 AND dead_at IS NULL AND turn > $5 ORDER BY turn LIMIT 1) \
             UNION ALL \
             SELECT (SELECT turn FROM jobs WHERE kind = $3 AND dead_at IS NULL AND turn > turns.turn ORDER BY turn LIMIT 1) \
             FROM turns WHERE turns.turn IS NOT NULL) \
         UPDATE jobs SET attempts = attempts + 1, leased_by = $1, \
                         leased_until = now() + make_interval(secs => $2) \
         WHERE job_id = ANY (ARRAY( \
             SELECT due.job_id FROM turns CROSS JOIN LATERAL ( \
                 SELECT job_id FROM jobs \
                 WHERE kind = $3 AND dead_at IS NULL AND turn = turns.turn AND run_at <= now() \
                   AND (leased_until IS NULL OR leased_until < now()) \
                 ORDER BY run_at, job_id LIMIT 1 FOR UPDATE SKIP LOCKED) due \
             LIMIT $4)) \
         RETURNING *",
    )
    .bind::<SqlUuid, _>(LeaseId(Uuid::now_v7()))
    .bind::<Double, _>(duration.as_secs_f64())
    .bind::<Text, _>(kind)
    .bind::<BigInt, _>(i64::try_from(limit).unwrap_or(i64::MAX))
    .bind::<SqlUuid, _>(last)
    .load(conn)
    .await
}

/// What a renewal found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renewed {
    Kept,
    /// Another worker has the job.
    Lost,
    /// The job has completed itself.
    Ended,
}

/// Makes a lease last this long from now.
pub(crate) async fn renew(
    conn: &mut AsyncPgConnection,
    job_id: JobId,
    lease: LeaseId,
    duration: Duration,
) -> QueryResult<Renewed> {
    let renewed = diesel::sql_query(
        "UPDATE jobs SET leased_until = now() + make_interval(secs => $1) WHERE job_id = $2 AND leased_by = $3",
    )
    .bind::<Double, _>(duration.as_secs_f64())
    .bind::<SqlUuid, _>(job_id)
    .bind::<SqlUuid, _>(lease)
    .execute(conn)
    .await?;
    if renewed == 1 {
        return Ok(Renewed::Kept);
    }
    let job = jobs::table.find(job_id);
    let exists: bool = diesel::select(diesel::dsl::exists(job))
        .get_result(conn)
        .await?;
    Ok(if exists {
        Renewed::Lost
    } else {
        Renewed::Ended
    })
}

/// Whether a lease was not lost; its job stays locked until the transaction ends.
pub(crate) async fn lock_held(
    conn: &mut AsyncPgConnection,
    job_id: JobId,
    lease: LeaseId,
) -> QueryResult<bool> {
    let held = jobs::table
        .find(job_id)
        .filter(jobs::leased_by.eq(lease))
        .select(jobs::job_id)
        .for_update()
        .first::<JobId>(conn)
        .await
        .optional()?;
    Ok(held.is_some())
}

/// Deletes a job that is done; false if the lease was lost.
pub(crate) async fn delete_done(
    conn: &mut AsyncPgConnection,
    job_id: JobId,
    lease: LeaseId,
) -> QueryResult<bool> {
    let deleted = diesel::delete(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .execute(conn)
        .await?;
    Ok(deleted == 1)
}

/// Releases a job until `run_at`.
pub(crate) async fn update_failed(
    conn: &mut AsyncPgConnection,
    job_id: JobId,
    lease: LeaseId,
    reason: &str,
    run_at: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .set((
            jobs::run_at.eq(run_at),
            jobs::last_error.eq(reason),
            jobs::leased_by.eq(None::<LeaseId>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Releases a job until `run_at`; the attempt does not count.
pub(crate) async fn update_postponed(
    conn: &mut AsyncPgConnection,
    job_id: JobId,
    lease: LeaseId,
    run_at: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .set((
            jobs::attempts.eq(jobs::attempts - 1),
            jobs::run_at.eq(run_at),
            jobs::leased_by.eq(None::<LeaseId>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Ends a job that will not run again by itself; false if the lease was lost.
pub(crate) async fn update_dead(
    conn: &mut AsyncPgConnection,
    job_id: JobId,
    lease: LeaseId,
    reason: &str,
) -> QueryResult<bool> {
    let updated = diesel::update(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .set((
            jobs::dead_at.eq(diesel::dsl::now),
            jobs::last_error.eq(reason),
            jobs::leased_by.eq(None::<LeaseId>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await?;
    Ok(updated == 1)
}
