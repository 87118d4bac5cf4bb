//! Adds jobs in the transaction that makes them necessary.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, JobId};
use serde_json::Value;
use trace_context::TraceContext;
use uuid::Uuid;

use crate::Job;
use crate::schema::jobs;

/// Jobs of one INSERT: PostgreSQL limits the values of a statement.
const CHUNK: usize = 1_000;

/// Runs `job` after the transaction commits; returns its id.
///
/// Must run in a transaction of `firm` ([`db::tenant_tx`]) or across firms; for a job of no firm,
/// across firms.
pub async fn enqueue<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: impl Into<Option<CustomerId>>,
    job: &J,
) -> QueryResult<JobId> {
    insert_one(conn, firm.into(), job, None).await
}

/// Like [`enqueue`], but the job does not run before `run_at`.
pub async fn enqueue_at<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: impl Into<Option<CustomerId>>,
    job: &J,
    run_at: DateTime<Utc>,
) -> QueryResult<JobId> {
    insert_one(conn, firm.into(), job, Some(run_at)).await
}

/// Like [`enqueue`], for several jobs of one firm; they start in this order.
pub async fn enqueue_all<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: impl Into<Option<CustomerId>>,
    jobs: &[J],
) -> QueryResult<()> {
    insert_all(conn, firm.into(), jobs, None).await
}

/// Like [`enqueue_all`], but none of the jobs runs before `run_at`.
pub async fn enqueue_all_at<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: impl Into<Option<CustomerId>>,
    jobs: &[J],
    run_at: DateTime<Utc>,
) -> QueryResult<()> {
    insert_all(conn, firm.into(), jobs, Some(run_at)).await
}

#[derive(Insertable)]
#[diesel(table_name = jobs)]
struct NewJob {
    job_id: JobId,
    customer_id: Option<CustomerId>,
    kind: &'static str,
    payload: Value,
    /// None: now.
    run_at: Option<DateTime<Utc>>,
    request_id: Option<String>,
    traceparent: Option<String>,
}

impl NewJob {
    fn of<J: Job>(
        firm: Option<CustomerId>,
        job: &J,
        run_at: Option<DateTime<Utc>>,
    ) -> QueryResult<Self> {
        let trace = TraceContext::current();
        Ok(Self {
            job_id: JobId(Uuid::now_v7()),
            customer_id: firm,
            kind: J::KIND,
            payload: serde_json::to_value(job)
                .map_err(|error| Error::SerializationError(error.into()))?,
            run_at,
            request_id: trace.request_id,
            traceparent: trace.traceparent,
        })
    }
}

async fn insert_one<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: Option<CustomerId>,
    job: &J,
    run_at: Option<DateTime<Utc>>,
) -> QueryResult<JobId> {
    let row = NewJob::of(firm, job, run_at)?;
    insert(conn, J::KIND, std::slice::from_ref(&row)).await?;
    Ok(row.job_id)
}

async fn insert_all<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: Option<CustomerId>,
    jobs: &[J],
    run_at: Option<DateTime<Utc>>,
) -> QueryResult<()> {
    let rows = jobs
        .iter()
        .map(|job| NewJob::of(firm, job, run_at))
        .collect::<QueryResult<Vec<_>>>()?;
    insert(conn, J::KIND, &rows).await
}

async fn insert(conn: &mut AsyncPgConnection, kind: &str, rows: &[NewJob]) -> QueryResult<()> {
    for chunk in rows.chunks(CHUNK) {
        diesel::insert_into(jobs::table)
            .values(chunk)
            .execute(conn)
            .await?;
    }
    notify(conn, kind).await
}

/// Wakes the workers of `kind` at commit.
pub(crate) async fn notify(conn: &mut AsyncPgConnection, kind: &str) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_notify(current_schema() || '_jobs', $1)")
        .bind::<diesel::sql_types::Text, _>(kind)
        .execute(conn)
        .await
        .map(drop)
}
