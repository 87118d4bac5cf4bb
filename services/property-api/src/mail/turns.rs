//! Whose message leaves next, where several firms wait.
//!
//! The work queue holds jobs in the order in which they were asked for, so a campaign of one firm
//! would hold up everybody behind it. A worker therefore also sends, with each job, one message of
//! every other firm that waits. The jobs of these then find nothing left to do, or try again what
//! did not leave. No transaction is opened here.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use uuid::Uuid;

use crate::schema::mail_turns;

/// Most messages of other firms with one job: the broker takes back a job that lasts too long.
pub const MAX_MESSAGES_PER_JOB: usize = 20;

/// Lets a message wait for its turn.
pub async fn insert(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<usize> {
    diesel::insert_into(mail_turns::table)
        .values(mail_turns::mail_id.eq(mail_id))
        .execute(conn)
        .await
}

/// Ends the wait of a message whose own job has come.
pub async fn delete(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<usize> {
    diesel::delete(mail_turns::table.filter(mail_turns::mail_id.eq(mail_id)))
        .execute(conn)
        .await
}

/// Takes the oldest message of the firm that comes after `last`, round and round; `served` had their
/// turn already. Several workers may do so at once.
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
