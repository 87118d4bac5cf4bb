//! Queries of runs, as one firm sees them. No transaction is opened here; row-level security scopes
//! every query, and what acts for all firms stands in [`super::queue`].

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use domain::UserId;
use serde_json::Value;
use uuid::Uuid;

use crate::growth::runs::row::{COLUMNS, RunRow};
use crate::growth::runs::settings::RunKind;
use crate::growth::runs::state::RunState;

/// A run to be kept.
#[derive(Debug)]
pub struct NewRun<'a> {
    /// Key.
    pub run_id: Uuid,
    /// Who asks.
    pub created_by: UserId,
    /// What for.
    pub kind: RunKind,
    /// Its name.
    pub name: Option<&'a str>,
    /// [`super::settings::RunSettings`].
    pub settings: Value,
    /// Iterations that it will take.
    pub iterations_total: i32,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// The firm's runs that have not ended. Holds the firm's lock until the transaction ends, so that
/// two requests at once are counted one after the other.
pub async fn lock_and_count_active(conn: &mut AsyncPgConnection) -> QueryResult<i64> {
    diesel::sql_query(
        "SELECT pg_advisory_xact_lock(hashtextextended('growth_run ' || app_customer_id(), 0))",
    )
    .execute(conn)
    .await?;
    let found: Count = diesel::sql_query(
        "SELECT count(*) AS count FROM growth_run WHERE state IN ('queued', 'preparing', 'running')",
    )
    .get_result(conn)
    .await?;
    Ok(found.count)
}

/// Keeps a new run.
pub async fn insert(conn: &mut AsyncPgConnection, run: &NewRun<'_>) -> QueryResult<RunRow> {
    let sql = format!(
        "WITH r AS (INSERT INTO growth_run (run_id, created_by, kind, name, settings, iterations_total) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING *) SELECT {COLUMNS} FROM r"
    );
    let mut row: RunRow = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(run.run_id)
        .bind::<SqlUuid, _>(run.created_by.0)
        .bind::<Text, _>(run.kind.as_str())
        .bind::<Nullable<Text>, _>(run.name)
        .bind::<Jsonb, _>(&run.settings)
        .bind::<Integer, _>(run.iterations_total)
        .get_result(conn)
        .await?;
    // The statement's own snapshot does not hold the new row yet.
    row.queue_position = row.queue_position.map(|before| before + 1);
    Ok(row)
}

/// One run.
pub async fn find(conn: &mut AsyncPgConnection, run_id: Uuid) -> QueryResult<Option<RunRow>> {
    diesel::sql_query(format!(
        "SELECT {COLUMNS} FROM growth_run r WHERE r.run_id = $1"
    ))
    .bind::<SqlUuid, _>(run_id)
    .get_result(conn)
    .await
    .optional()
}

/// The firm's runs, newest first.
pub async fn list(
    conn: &mut AsyncPgConnection,
    kind: Option<RunKind>,
    after: Option<(DateTime<Utc>, Uuid)>,
    limit: Option<i64>,
) -> QueryResult<Vec<RunRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM growth_run r WHERE ($1 IS NULL OR r.kind = $1) \
         AND ($2 IS NULL OR (r.created_at, r.run_id) < ($2, $3)) \
         ORDER BY r.created_at DESC, r.run_id DESC LIMIT $4"
    );
    diesel::sql_query(sql)
        .bind::<Nullable<Text>, _>(kind.map(RunKind::as_str))
        .bind::<Nullable<Timestamptz>, _>(after.map(|(at, _)| at))
        .bind::<Nullable<SqlUuid>, _>(after.map(|(_, run_id)| run_id))
        .bind::<Nullable<BigInt>, _>(limit)
        .load(conn)
        .await
}

/// Why and how a run goes over into another state.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The state that it goes to.
    pub to: RunState,
    /// The sentence and whose fault it is, where it fails.
    pub failure: Option<(&'a str, &'a str)>,
    /// Figures of the result, where it succeeds.
    pub outcome: Option<&'a Value>,
}

impl Change<'_> {
    /// Without more to say.
    pub const fn to(to: RunState) -> Self {
        Self {
            to,
            failure: None,
            outcome: None,
        }
    }
}

/// Lets a run go over into another state, where its own allows that; none where it does not.
pub async fn update_state(
    conn: &mut AsyncPgConnection,
    run_id: Uuid,
    change: &Change<'_>,
) -> QueryResult<Option<RunRow>> {
    let sql = format!(
        "WITH r AS (UPDATE growth_run SET state = $2, version = version + 1, error = $4, error_kind = $5, \
             outcome = coalesce($6, outcome), attempts = 0, lease_until = NULL, \
             year = CASE WHEN $7 THEN NULL ELSE year END, \
             finished_at = CASE WHEN $7 THEN now() ELSE finished_at END \
         WHERE run_id = $1 AND state = ANY($3) RETURNING *) SELECT {COLUMNS} FROM r"
    );
    let changed: Option<RunRow> = diesel::sql_query(sql)
        .bind::<SqlUuid, _>(run_id)
        .bind::<Text, _>(change.to.as_str())
        .bind::<Array<Text>, _>(change.to.sources())
        .bind::<Nullable<Text>, _>(change.failure.map(|(sentence, _)| sentence))
        .bind::<Nullable<Text>, _>(change.failure.map(|(_, kind)| kind))
        .bind::<Nullable<Jsonb>, _>(change.outcome)
        .bind::<diesel::sql_types::Bool, _>(change.to.has_ended())
        .get_result(conn)
        .await
        .optional()?;
    if changed.is_some() && change.to.has_ended() {
        // A worker that still computes one finds it gone and stops.
        let batches = diesel::sql_query("DELETE FROM growth_batch WHERE run_id = $1");
        batches.bind::<SqlUuid, _>(run_id).execute(conn).await?;
    }
    Ok(changed)
}

/// Removes a run that has ended, and its batches. False where it has not, or is not there.
pub async fn delete_ended(conn: &mut AsyncPgConnection, run_id: Uuid) -> QueryResult<bool> {
    let removed = diesel::sql_query(
        "DELETE FROM growth_run WHERE run_id = $1 AND state IN ('succeeded', 'failed', 'cancelled')",
    )
    .bind::<SqlUuid, _>(run_id)
    .execute(conn)
    .await?;
    Ok(removed > 0)
}
