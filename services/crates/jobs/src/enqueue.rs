//! Adds jobs in the transaction that makes them necessary.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use trace_context::TraceContext;
use uuid::Uuid;

use crate::Job;
use crate::schema::jobs;

/// Runs `job` after the transaction commits; returns its id.
///
/// Must run in a transaction of `firm` ([`db::tenant_tx`]) or across firms; for a job of no firm,
/// across firms.
pub async fn enqueue<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: impl Into<Option<CustomerId>>,
    job: &J,
) -> QueryResult<Uuid> {
    insert(conn, firm.into(), job, None).await
}

/// Like [`enqueue`], but the job does not run before `run_at`.
pub async fn enqueue_at<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: impl Into<Option<CustomerId>>,
    job: &J,
    run_at: DateTime<Utc>,
) -> QueryResult<Uuid> {
    insert(conn, firm.into(), job, Some(run_at)).await
}

async fn insert<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: Option<CustomerId>,
    job: &J,
    run_at: Option<DateTime<Utc>>,
) -> QueryResult<Uuid> {
    let id = Uuid::now_v7();
    let payload =
        serde_json::to_value(job).map_err(|error| Error::SerializationError(error.into()))?;
    let trace = TraceContext::current();
    diesel::insert_into(jobs::table)
        .values((
            jobs::job_id.eq(id),
            jobs::customer_id.eq(firm.map(|firm| firm.0)),
            jobs::kind.eq(J::KIND),
            jobs::payload.eq(payload),
            run_at.map(|at| jobs::run_at.eq(at)),
            jobs::request_id.eq(trace.request_id),
            jobs::traceparent.eq(trace.traceparent),
        ))
        .execute(conn)
        .await?;
    notify(conn, J::KIND).await?;
    Ok(id)
}

/// Wakes the workers of `kind` at commit.
pub(crate) async fn notify(conn: &mut AsyncPgConnection, kind: &str) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_notify(current_schema() || '_jobs', $1)")
        .bind::<diesel::sql_types::Text, _>(kind)
        .execute(conn)
        .await
        .map(drop)
}
