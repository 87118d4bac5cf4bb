//! Parked messages (dead letters): storing, listing and replaying messages that could not be
//! handled.
//!
//! The table `parked` in the service's own database is the durable store: it can be listed with
//! reasons, survives the loss of the broker, and is part of the backup. The broker's parking queues
//! are only a step on the way there. Replay is always an operator's decision.

use chrono::{DateTime, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use domain::ParkedId;
use serde::Serialize;

use crate::connection::open;
use crate::publisher::Publisher;
use crate::queue_consumer::send_to_queue;
use crate::schema::parked;
use crate::{AmqpConfig, ConnectError};

/// A parked message as listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Queryable, Selectable)]
#[diesel(table_name = parked, check_for_backend(diesel::pg::Pg))]
pub struct Parked {
    /// Identifies the message in [`replay`].
    pub parked_id: ParkedId,
    /// The queue from which it came and to which a replay sends it.
    pub queue: String,
    /// Its type, or the routing key if the envelope could not be parsed.
    pub event_type: String,
    /// Its event id, if known.
    pub message_id: String,
    /// Why it could not be handled.
    pub reason: String,
    /// Number of attempts.
    pub attempts: i32,
    /// When it was parked.
    pub parked_at: DateTime<Utc>,
}

/// Which messages to replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// Every one.
    All,
    /// These, by `parked_id`.
    These(Vec<ParkedId>),
}

/// Why a replay stopped; messages already sent stay sent.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The broker did not accept a message.
    #[error(transparent)]
    Broker(#[from] ConnectError),
    /// The table could not be read or changed.
    #[error("the parked messages could not be read")]
    Database(#[from] diesel::result::Error),
}

#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = parked)]
pub(crate) struct NewParked {
    pub parked_id: ParkedId,
    pub queue: String,
    pub event_type: String,
    pub message_id: String,
    pub reason: String,
    pub attempts: i32,
    pub body: Vec<u8>,
}

/// Parks a message; if it was parked before, its reason is updated.
pub(crate) async fn insert(pool: &Pool, row: &NewParked) -> QueryResult<()> {
    db::system_tx(pool, async |conn| {
        diesel::insert_into(parked::table)
            .values(row)
            .on_conflict((parked::queue, parked::message_id))
            .do_update()
            .set((
                parked::reason.eq(excluded(parked::reason)),
                parked::attempts.eq(excluded(parked::attempts)),
                parked::parked_at.eq(diesel::dsl::now),
            ))
            .execute(conn)
            .await
            .map(drop)
    })
    .await
}

/// The oldest `limit` parked messages.
pub async fn list(pool: &Pool, limit: i64) -> QueryResult<Vec<Parked>> {
    db::system_tx(pool, async |conn| {
        parked::table
            .order((parked::parked_at, parked::parked_id))
            .limit(limit)
            .select(Parked::as_select())
            .load(conn)
            .await
    })
    .await
}

/// Sends parked messages back to their queues, with attempts reset to zero, and deletes them after
/// the broker's confirm. Returns their number.
pub async fn replay(
    pool: &Pool,
    amqp: &AmqpConfig,
    selection: &Selection,
) -> Result<usize, ReplayError> {
    let connection = open(amqp, "replay").await?;
    let publisher = Publisher::open(&connection, amqp.timeout).await?;
    let ids = match selection {
        Selection::These(ids) => ids.clone(),
        Selection::All => list(pool, i64::MAX)
            .await?
            .into_iter()
            .map(|row| row.parked_id)
            .collect(),
    };
    let mut replayed = 0;
    for id in ids {
        // One transaction each: a sent message is deleted even if a later one fails.
        let sent = db::system_tx(pool, async |conn| {
            replay_one(conn, amqp, &publisher, id).await
        })
        .await?;
        replayed += usize::from(sent);
    }
    Ok(replayed)
}

async fn replay_one(
    conn: &mut AsyncPgConnection,
    amqp: &AmqpConfig,
    publisher: &Publisher,
    id: ParkedId,
) -> Result<bool, ReplayError> {
    let found: Option<(String, String, Vec<u8>)> = parked::table
        .find(id)
        .select((parked::queue, parked::message_id, parked::body))
        .for_update()
        .first(conn)
        .await
        .optional()?;
    let Some((queue, message_id, body)) = found else {
        return Ok(false);
    };
    send_to_queue(publisher, amqp, &queue, &message_id, &body).await?;
    diesel::delete(parked::table.find(id)).execute(conn).await?;
    Ok(true)
}
