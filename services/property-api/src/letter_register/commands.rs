//! Approvals and withdrawals of letters together, so that they can be undone. Row-level security scopes every query.

use chrono::{DateTime, TimeDelta, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LetterCommandId, LetterId, UserId};
use letter_of_intent::Status;
use uuid::Uuid;

use super::store::LetterRow;
use crate::schema::{letter_command_items, letter_commands, letters};

/// How long letters can be set back.
pub const UNDO_KEPT: TimeDelta = TimeDelta::hours(24);
/// Rows of one INSERT: PostgreSQL limits the values of a statement.
const CHUNK: usize = 5_000;

/// What was done to letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    Approved,
    Withdrawn,
}

impl Done {
    const ALL: [Self; 2] = [Self::Approved, Self::Withdrawn];

    /// In the database.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Withdrawn => "withdrawn",
        }
    }
}

/// Stores what was done to locked letters. `rows` are as they were before: it incremented their versions by one.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    done: Done,
    rows: &[&LetterRow],
) -> QueryResult<LetterCommandId> {
    delete_old(conn).await?;
    let command_id = LetterCommandId(Uuid::now_v7());
    diesel::insert_into(letter_commands::table)
        .values((
            letter_commands::command_id.eq(command_id),
            letter_commands::kind.eq(done.as_str()),
        ))
        .execute(conn)
        .await?;
    for chunk in rows.chunks(CHUNK) {
        let items: Vec<_> = chunk
            .iter()
            .map(|row| {
                (
                    letter_command_items::command_id.eq(command_id),
                    letter_command_items::letter_id.eq(row.letter_id),
                    letter_command_items::version_after.eq(row.version + 1),
                )
            })
            .collect();
        diesel::insert_into(letter_command_items::table)
            .values(items)
            .execute(conn)
            .await?;
    }
    Ok(command_id)
}

/// Deletes commands that can no longer be undone.
async fn delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - UNDO_KEPT;
    diesel::delete(letter_commands::table.filter(letter_commands::created_at.lt(long_ago)))
        .execute(conn)
        .await
}

/// What a command did that can still be undone.
pub async fn find(
    conn: &mut AsyncPgConnection,
    command_id: LetterCommandId,
) -> QueryResult<Option<Done>> {
    let kind: Option<String> = letter_commands::table
        .find(command_id)
        .filter(letter_commands::created_at.ge(Utc::now() - UNDO_KEPT))
        .select(letter_commands::kind)
        .first(conn)
        .await
        .optional()?;
    Ok(kind.and_then(|kind| Done::ALL.into_iter().find(|done| done.as_str() == kind)))
}

/// The letters of a command, with the versions that it gave them.
pub async fn list_items(
    conn: &mut AsyncPgConnection,
    command_id: LetterCommandId,
) -> QueryResult<Vec<(LetterId, i64)>> {
    letter_command_items::table
        .filter(letter_command_items::command_id.eq(command_id))
        .select((
            letter_command_items::letter_id,
            letter_command_items::version_after,
        ))
        .load(conn)
        .await
}

/// Makes locked letters drafts again.
pub async fn take_back_approval(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<usize> {
    diesel::update(letters::table.filter(letters::letter_id.eq_any(ids)))
        .set((
            letters::status.eq(Status::Draft.as_str()),
            letters::approved_by.eq(None::<UserId>),
            letters::approved_by_name.eq(None::<String>),
            letters::approved_at.eq(None::<DateTime<Utc>>),
            letters::version.eq(letters::version + 1),
        ))
        .execute(conn)
        .await
}

/// Restores withdrawn letters that are locked. Those whose hour came meanwhile expire at the next look.
pub async fn restore(conn: &mut AsyncPgConnection, ids: &[LetterId]) -> QueryResult<()> {
    diesel::update(letters::table.filter(letters::letter_id.eq_any(ids)))
        .set((
            letters::withdrawn_at.eq(None::<DateTime<Utc>>),
            letters::version.eq(letters::version + 1),
        ))
        .execute(conn)
        .await?;
    diesel::sql_query(
        "INSERT INTO letter_expiries (letter_id, due_at) SELECT letter_id, expires_at FROM letters \
         WHERE letter_id = ANY($1) AND expires_at IS NOT NULL ON CONFLICT (customer_id, letter_id) DO NOTHING",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await
    .map(drop)
}
