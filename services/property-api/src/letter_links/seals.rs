//! Queries of sealed letters. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{AttachmentId, LetterId};
use uuid::Uuid;

use crate::schema::letter_seals;

/// What is known of a letter's sealed file.
#[derive(Debug, Clone, QueryableByName)]
pub struct SealRow {
    #[diesel(sql_type = Text)]
    pub state: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub path: Option<String>,
    #[diesel(sql_type = SqlUuid)]
    pub seal_id: Uuid,
    /// When the last one signed.
    #[diesel(sql_type = Timestamptz)]
    pub completed_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub is_kept: bool,
    #[diesel(sql_type = Nullable<Text>)]
    pub fingerprint: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub sha256: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub chain_head: Option<String>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub sealed_at: Option<DateTime<Utc>>,
}

/// None until all signers have signed.
pub async fn find_seal(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<Option<SealRow>> {
    diesel::sql_query(
        "SELECT s.state, a.path, s.seal_id, s.completed_at, a.attachment_id IS NOT NULL AS is_kept, \
         s.fingerprint, s.sha256, s.chain_head, s.sealed_at \
         FROM letter_seals s LEFT JOIN attachments a ON a.attachment_id = s.attachment_id WHERE s.letter_id = $1",
    )
    .bind::<SqlUuid, _>(letter_id)
    .get_result(conn)
    .await
    .optional()
}

/// Notes that all have signed, and that the file is to be made.
pub async fn insert_seal(conn: &mut AsyncPgConnection, letter_id: LetterId) -> QueryResult<usize> {
    diesel::insert_into(letter_seals::table)
        .values((
            letter_seals::letter_id.eq(letter_id),
            letter_seals::seal_id.eq(Uuid::now_v7()),
            letter_seals::completed_at.eq(Utc::now()),
        ))
        .execute(conn)
        .await
}

/// What is kept of a sealed file.
#[derive(Debug, AsChangeset)]
#[diesel(table_name = letter_seals)]
pub struct EndedSeal<'a> {
    pub state: &'static str,
    pub attachment_id: AttachmentId,
    pub fingerprint: &'a str,
    pub sha256: &'a str,
    pub chain_head: Option<&'a str>,
    pub sealed_at: DateTime<Utc>,
}

pub async fn end_seal(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    seal: &EndedSeal<'_>,
) -> QueryResult<usize> {
    diesel::update(letter_seals::table.filter(letter_seals::letter_id.eq(letter_id)))
        .set(seal)
        .execute(conn)
        .await
}

/// Starts a seal that was given up; false if it was not.
pub async fn reset_failed(conn: &mut AsyncPgConnection, letter_id: LetterId) -> QueryResult<bool> {
    let failed = letter_seals::table
        .filter(letter_seals::letter_id.eq(letter_id))
        .filter(letter_seals::state.eq("failed"));
    let updated = diesel::update(failed)
        .set(letter_seals::state.eq("waiting"))
        .execute(conn)
        .await?;
    Ok(updated == 1)
}

/// Notes that the file cannot be made; false if it was made, or that was noted before.
pub async fn give_up(conn: &mut AsyncPgConnection, letter_id: LetterId) -> QueryResult<bool> {
    let waiting = letter_seals::table
        .filter(letter_seals::letter_id.eq(letter_id))
        .filter(letter_seals::state.eq("waiting"));
    let updated = diesel::update(waiting)
        .set(letter_seals::state.eq("failed"))
        .execute(conn)
        .await?;
    Ok(updated == 1)
}
