//! The queue of webhook calls.

use chrono::{Duration, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use serde_json::Value;
use uuid::Uuid;

use crate::schema::webhook_deliveries;
use crate::state::AppState;

/// Which of the operator's webhooks.
fn target(test: bool) -> &'static str {
    if test { "test" } else { "live" }
}

/// Queues a call if the operator has configured that webhook; returns false otherwise.
pub async fn insert_if_configured(
    conn: &mut AsyncPgConnection,
    state: &AppState,
    customer_id: CustomerId,
    test: bool,
    kind: &str,
    payload: Value,
) -> QueryResult<bool> {
    if state.config.webhooks.url(target(test)).is_none() {
        return Ok(false);
    }
    diesel::insert_into(webhook_deliveries::table)
        .values((
            webhook_deliveries::delivery_id.eq(Uuid::now_v7()),
            webhook_deliveries::customer_id.eq(customer_id.0),
            webhook_deliveries::target.eq(target(test)),
            webhook_deliveries::kind.eq(kind),
            webhook_deliveries::payload.eq(payload),
        ))
        .execute(conn)
        .await?;
    Ok(true)
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = webhook_deliveries, check_for_backend(diesel::pg::Pg))]
pub struct DeliveryRow {
    /// Also the receiver's idempotency key.
    pub delivery_id: Uuid,
    pub customer_id: Uuid,
    /// `live` or `test`.
    pub target: String,
    pub kind: String,
    pub payload: Value,
    /// Includes the current attempt.
    pub attempts: i32,
    pub created_at: chrono::DateTime<Utc>,
}

/// Leases the next due call for two minutes; the lease expires if this process dies.
pub async fn unscoped_lease(conn: &mut AsyncPgConnection) -> QueryResult<Option<DeliveryRow>> {
    let due: Option<Uuid> = webhook_deliveries::table
        .filter(webhook_deliveries::delivered_at.is_null())
        .filter(webhook_deliveries::failed_at.is_null())
        .filter(webhook_deliveries::due_at.le(Utc::now()))
        .order(webhook_deliveries::due_at)
        .select(webhook_deliveries::delivery_id)
        .for_update()
        .skip_locked()
        .first(conn)
        .await
        .optional()?;
    let Some(due) = due else { return Ok(None) };
    diesel::update(webhook_deliveries::table.find(due))
        .set((
            webhook_deliveries::attempts.eq(webhook_deliveries::attempts + 1),
            webhook_deliveries::due_at.eq(Utc::now() + Duration::minutes(2)),
        ))
        .returning(DeliveryRow::as_returning())
        .get_result(conn)
        .await
        .map(Some)
}

/// Marks a call as delivered.
pub async fn unscoped_update_delivered(
    conn: &mut AsyncPgConnection,
    id: Uuid,
) -> QueryResult<usize> {
    diesel::update(webhook_deliveries::table.find(id))
        .set(webhook_deliveries::delivered_at.eq(Utc::now()))
        .execute(conn)
        .await
}

/// Records a failure: retried after `pause`, or given up.
pub async fn unscoped_update_failed(
    conn: &mut AsyncPgConnection,
    id: Uuid,
    reason: &str,
    pause: Option<Duration>,
) -> QueryResult<usize> {
    diesel::update(webhook_deliveries::table.find(id))
        .set((
            webhook_deliveries::last_error.eq(reason),
            webhook_deliveries::due_at.eq(Utc::now() + pause.unwrap_or_else(Duration::zero)),
            webhook_deliveries::failed_at.eq(pause.is_none().then(Utc::now)),
        ))
        .execute(conn)
        .await
}

/// Deletes calls that ended a month ago.
pub async fn unscoped_delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - Duration::days(30);
    diesel::delete(
        webhook_deliveries::table.filter(
            webhook_deliveries::delivered_at
                .lt(long_ago)
                .or(webhook_deliveries::failed_at.lt(long_ago)),
        ),
    )
    .execute(conn)
    .await
}
