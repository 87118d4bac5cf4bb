//! Fair scheduling of messages across firms.
//!
//! The work queue is ordered by request time, so one firm's campaign would delay everyone behind
//! it. With each job a worker therefore also sends one message of every other waiting firm. Their
//! own jobs later find nothing to do, or retry what was not sent.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use uuid::Uuid;

use crate::schema::mail_turns;

/// Messages of other firms per job: the broker redelivers a job that takes too long.
pub const MAX_MESSAGES_PER_JOB: usize = 20;

/// Registers a message for its firm's turn.
pub async fn insert(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<usize> {
    diesel::insert_into(mail_turns::table)
        .values(mail_turns::mail_id.eq(mail_id))
        .execute(conn)
        .await
}

/// Removes a message whose own job has arrived.
pub async fn delete(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<usize> {
    diesel::delete(mail_turns::table.filter(mail_turns::mail_id.eq(mail_id)))
        .execute(conn)
        .await
}

/// Takes the oldest message of the next firm after `last` (round robin), skipping firms in
/// `served`. Several workers may run it concurrently.
pub async fn unscoped_take_next(
    conn: &mut AsyncPgConnection,
    served: &[Uuid],
    last: Uuid,
) -> QueryResult<Option<(CustomerId, Uuid)>> {
    for after in [last, Uuid::nil()] {
        let next: Option<(Uuid, Uuid)> = mail_turns::table
            .filter(mail_turns::customer_id.gt(after))
            .filter(mail_turns::customer_id.ne_all(served))
            .order((mail_turns::customer_id, mail_turns::mail_id))
            .select((mail_turns::customer_id, mail_turns::mail_id))
            .for_update()
            .skip_locked()
            .first(conn)
            .await
            .optional()?;
        if let Some((firm, mail_id)) = next {
            diesel::delete(mail_turns::table.find((firm, mail_id)))
                .execute(conn)
                .await?;
            return Ok(Some((CustomerId(firm), mail_id)));
        }
    }
    Ok(None)
}
