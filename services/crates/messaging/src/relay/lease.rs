//! Leases on outbox rows, so that events are published outside any transaction.
//!
//! A relay leases rows in a short transaction, publishes them, and deletes the confirmed ones in
//! another. While one row of an aggregate is leased, no other relay takes any row of that
//! aggregate, which keeps its order. A lease that expired belongs to a relay that died: its rows
//! are claimed again, and those it had published become duplicates.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use diesel_derive_newtype::DieselNewType;
use uuid::Uuid;

use crate::outbox::OutboxRow;
use crate::schema::outbox;

const REASON: &str = "outbox relay";

/// A running relay, the holder of leases.
#[derive(Debug, Clone, Copy, DieselNewType)]
pub(super) struct RelayId(Uuid);

impl RelayId {
    pub(super) fn new() -> Self {
        Self(Uuid::now_v7())
    }
}

/// Leases the oldest rows of aggregates that no other relay holds, at most `limit`, ordered by
/// `seq`. Includes rows that this relay leased before and did not release.
///
/// Relays claim one after another, so each sees what the previous one has leased.
pub(super) async fn claim(
    pool: &Pool,
    relay: RelayId,
    limit: i64,
    duration: Duration,
) -> QueryResult<Vec<OutboxRow>> {
    db::unscoped_tx(pool, REASON, async |conn| {
        // In a statement of its own: the claim's snapshot must be taken after the wait. The number
        // is arbitrary; the schema makes it one lock per service.
        diesel::sql_query("SELECT pg_advisory_xact_lock(7269, hashtext(current_schema()))")
            .execute(conn)
            .await?;
        lease_rows(conn, relay, limit, duration).await
    })
    .await
}

async fn lease_rows(
    conn: &mut AsyncPgConnection,
    relay: RelayId,
    limit: i64,
    duration: Duration,
) -> QueryResult<Vec<OutboxRow>> {
    let mut rows: Vec<OutboxRow> = diesel::sql_query(
        "UPDATE outbox SET leased_by = $1, leased_until = now() + make_interval(secs => $2) \
         WHERE seq = ANY (ARRAY( \
             SELECT next.seq FROM outbox next \
             WHERE next.subject NOT IN (SELECT held.subject FROM outbox held \
                                        WHERE held.leased_by <> $1 AND held.leased_until > now()) \
             ORDER BY next.seq LIMIT $3)) \
         RETURNING *",
    )
    .bind::<SqlUuid, _>(relay)
    .bind::<Double, _>(duration.as_secs_f64())
    .bind::<BigInt, _>(limit)
    .load(conn)
    .await?;
    rows.sort_unstable_by_key(|row| row.seq);
    Ok(rows)
}

/// Deletes `confirmed` and releases `unsent`, both only as far as this relay still holds them.
/// Returns the number of deleted rows.
pub(super) async fn settle(
    pool: &Pool,
    relay: RelayId,
    confirmed: &[i64],
    unsent: &[i64],
) -> QueryResult<usize> {
    db::unscoped_tx(pool, REASON, async |conn| {
        let deleted = diesel::delete(outbox::table)
            .filter(outbox::seq.eq_any(confirmed))
            .filter(outbox::leased_by.eq(relay))
            .execute(conn)
            .await?;
        if !unsent.is_empty() {
            diesel::update(outbox::table)
                .filter(outbox::seq.eq_any(unsent))
                .filter(outbox::leased_by.eq(relay))
                .set((
                    outbox::leased_by.eq(None::<RelayId>),
                    outbox::leased_until.eq(None::<DateTime<Utc>>),
                ))
                .execute(conn)
                .await?;
        }
        Ok(deleted)
    })
    .await
}
