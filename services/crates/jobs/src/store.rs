//! Leases on jobs, and how a run ends in the table. Every change requires that the lease still
//! holds.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use serde_json::Value;
use trace_context::TraceContext;
use uuid::Uuid;

use crate::schema::jobs;

/// A job that this process may run until its lease ends.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = jobs, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Leased {
    pub job_id: Uuid,
    pub customer_id: Option<Uuid>,
    pub payload: Value,
    /// Includes this attempt.
    pub attempts: i32,
    #[diesel(column_name = leased_by, sql_type = SqlUuid)]
    pub lease: Uuid,
    pub last_error: Option<String>,
    pub request_id: Option<String>,
    pub traceparent: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl Leased {
    pub(crate) fn trace(&self) -> TraceContext {
        TraceContext {
            request_id: self.request_id.clone(),
            traceparent: self.traceparent.clone(),
        }
    }
}

/// Leases up to `limit` due jobs of this kind, the longest due first, and counts the attempt. A
/// lease that has ended belongs to a worker that died.
pub(crate) async fn lease(
    conn: &mut AsyncPgConnection,
    kind: &str,
    limit: usize,
    duration: Duration,
) -> QueryResult<Vec<Leased>> {
    diesel::sql_query(
        "UPDATE jobs SET attempts = attempts + 1, leased_by = $1, \
                         leased_until = now() + make_interval(secs => $2) \
         WHERE job_id = ANY (ARRAY( \
             SELECT job_id FROM jobs \
             WHERE kind = $3 AND dead_at IS NULL AND run_at <= now() \
               AND (leased_until IS NULL OR leased_until < now()) \
             ORDER BY run_at LIMIT $4 FOR UPDATE SKIP LOCKED)) \
         RETURNING *",
    )
    .bind::<SqlUuid, _>(Uuid::now_v7())
    .bind::<Double, _>(duration.as_secs_f64())
    .bind::<Text, _>(kind)
    .bind::<BigInt, _>(i64::try_from(limit).unwrap_or(i64::MAX))
    .load(conn)
    .await
}

/// Deletes a job that is done; false if the lease was lost.
pub(crate) async fn delete_done(
    conn: &mut AsyncPgConnection,
    job_id: Uuid,
    lease: Uuid,
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
    job_id: Uuid,
    lease: Uuid,
    reason: &str,
    run_at: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .set((
            jobs::run_at.eq(run_at),
            jobs::last_error.eq(reason),
            jobs::leased_by.eq(None::<Uuid>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Releases a job until `run_at`; the attempt does not count.
pub(crate) async fn update_postponed(
    conn: &mut AsyncPgConnection,
    job_id: Uuid,
    lease: Uuid,
    run_at: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::update(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .set((
            jobs::attempts.eq(jobs::attempts - 1),
            jobs::run_at.eq(run_at),
            jobs::leased_by.eq(None::<Uuid>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Ends a job that will not run again by itself.
pub(crate) async fn update_dead(
    conn: &mut AsyncPgConnection,
    job_id: Uuid,
    lease: Uuid,
    reason: &str,
) -> QueryResult<()> {
    diesel::update(jobs::table.find(job_id))
        .filter(jobs::leased_by.eq(lease))
        .set((
            jobs::dead_at.eq(diesel::dsl::now),
            jobs::last_error.eq(reason),
            jobs::leased_by.eq(None::<Uuid>),
            jobs::leased_until.eq(None::<DateTime<Utc>>),
        ))
        .execute(conn)
        .await
        .map(drop)
}
