//! Writes events in the transaction that makes them true, for the relay to publish.
//!
//! An event row and the change it describes commit together. A row is deleted after the broker has
//! confirmed it, so the table is not a history: consumers need all data in the event itself.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, EventId, UserId};
use serde_json::Value;
use uuid::Uuid;

use crate::schema::outbox;
use crate::trace::TraceContext;
use crate::{Envelope, Event};

/// Publishes `event` when the transaction commits; returns its id.
///
/// Must run inside a transaction of the event's firm ([`db::tenant_tx`]) or across firms.
pub async fn append(conn: &mut AsyncPgConnection, event: &Event) -> QueryResult<EventId> {
    insert(conn, None, event).await
}

/// As [`append`], for many events: they are published in this order.
pub async fn append_all(conn: &mut AsyncPgConnection, events: &[Event]) -> QueryResult<()> {
    for batch in events.chunks(MAX_ROWS) {
        let rows: Vec<_> = batch.iter().map(|event| row(None, event).1).collect();
        diesel::insert_into(outbox::table)
            .values(rows)
            .execute(conn)
            .await?;
    }
    notify(conn).await
}

/// Puts `event` on a work queue (see [`crate::work`]) when the transaction commits: for jobs that
/// must exist if and only if the change does.
pub async fn append_work(
    conn: &mut AsyncPgConnection,
    queue: &str,
    event: &Event,
) -> QueryResult<EventId> {
    insert(conn, Some(queue), event).await
}

async fn insert(
    conn: &mut AsyncPgConnection,
    work_queue: Option<&str>,
    event: &Event,
) -> QueryResult<EventId> {
    let (id, row) = row(work_queue, event);
    diesel::insert_into(outbox::table)
        .values(row)
        .execute(conn)
        .await?;
    notify(conn).await?;
    Ok(id)
}

/// Most rows of one statement: PostgreSQL takes 65,535 parameters.
const MAX_ROWS: usize = 1000;

#[derive(Insertable)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
struct NewRow<'a> {
    event_id: EventId,
    work_queue: Option<&'a str>,
    event_type: &'a str,
    subject: &'a str,
    aggregate_version: i64,
    customer_id: CustomerId,
    actor_id: Option<UserId>,
    request_id: Option<String>,
    traceparent: Option<String>,
    data: &'a Value,
}

fn row<'a>(work_queue: Option<&'a str>, event: &'a Event) -> (EventId, NewRow<'a>) {
    let event_id = EventId(Uuid::now_v7());
    let trace = TraceContext::current();
    let row = NewRow {
        event_id,
        work_queue,
        event_type: &event.r#type,
        subject: &event.subject,
        aggregate_version: event.aggregate_version,
        customer_id: event.customer_id,
        actor_id: event.actor_id,
        request_id: trace.request_id,
        traceparent: trace.traceparent,
        data: &event.data,
    };
    (event_id, row)
}

/// Wakes the relay: sent at commit, once per transaction.
async fn notify(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::sql_query("SELECT pg_notify(current_schema() || '_outbox', '')")
        .execute(conn)
        .await
        .map(drop)
}

/// A row as read by the relay.
#[derive(Debug, Clone, QueryableByName)]
#[diesel(table_name = outbox, check_for_backend(diesel::pg::Pg))]
pub(crate) struct OutboxRow {
    pub seq: i64,
    pub event_id: EventId,
    pub work_queue: Option<String>,
    pub event_type: String,
    pub subject: String,
    pub aggregate_version: i64,
    pub customer_id: CustomerId,
    pub actor_id: Option<UserId>,
    pub request_id: Option<String>,
    pub traceparent: Option<String>,
    pub data: Value,
    pub occurred_at: DateTime<Utc>,
}

impl OutboxRow {
    pub(crate) fn into_envelope(self, service: &str) -> Envelope {
        Envelope {
            specversion: "1.0".to_owned(),
            id: self.event_id,
            source: format!("/{service}"),
            dataschema: format!("{}.v1", self.event_type),
            r#type: self.event_type,
            subject: self.subject,
            time: self.occurred_at,
            datacontenttype: "application/json".to_owned(),
            customerid: self.customer_id,
            actorid: self.actor_id,
            aggregateversion: self.aggregate_version,
            traceparent: self.traceparent,
            requestid: self.request_id,
            data: self.data,
        }
    }
}

/// Number of waiting events, and age of the oldest in seconds; for metrics.
pub async fn depth(conn: &mut AsyncPgConnection) -> QueryResult<(i64, f64)> {
    let (count, oldest): (i64, Option<DateTime<Utc>>) = outbox::table
        .select((
            diesel::dsl::count_star(),
            diesel::dsl::min(outbox::occurred_at),
        ))
        .first(conn)
        .await?;
    let age = oldest.map_or(0.0, |at| {
        (Utc::now() - at).num_milliseconds().max(0) as f64 / 1000.0
    });
    Ok((count, age))
}
