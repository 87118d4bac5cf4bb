//! Queries of notes. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{DealId, DealNoteId, ProjectId, PropertyId, UserId};

use crate::schema::{deal_notes, deals};

const MAX_LISTED: i64 = 500;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = deal_notes, check_for_backend(diesel::pg::Pg))]
pub struct NoteRow {
    pub note_id: DealNoteId,
    pub text: String,
    pub created_by: UserId,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub edited_at: Option<DateTime<Utc>>,
    pub version: i64,
}

pub async fn list_notes(
    conn: &mut AsyncPgConnection,
    deal_id: DealId,
) -> QueryResult<Vec<NoteRow>> {
    deal_notes::table
        .filter(deal_notes::deal_id.eq(deal_id))
        .filter(deal_notes::deleted_at.is_null())
        .order((deal_notes::created_at.desc(), deal_notes::note_id.desc()))
        .limit(MAX_LISTED)
        .select(NoteRow::as_select())
        .load(conn)
        .await
}

pub async fn insert_note(
    conn: &mut AsyncPgConnection,
    deal_id: DealId,
    text: &str,
    (author, author_name): (UserId, &str),
) -> QueryResult<NoteRow> {
    diesel::insert_into(deal_notes::table)
        .values((
            deal_notes::deal_id.eq(deal_id),
            deal_notes::text.eq(text),
            deal_notes::created_by.eq(author),
            deal_notes::created_by_name.eq(author_name),
        ))
        .returning(NoteRow::as_returning())
        .get_result(conn)
        .await
}

/// Locks a note of a property that is in its project; returns it with project and property.
pub async fn lock_note(
    conn: &mut AsyncPgConnection,
    note_id: DealNoteId,
) -> QueryResult<Option<(NoteRow, ProjectId, PropertyId)>> {
    deal_notes::table
        .inner_join(deals::table)
        .filter(deal_notes::note_id.eq(note_id))
        .filter(deal_notes::deleted_at.is_null())
        .filter(deals::removed_at.is_null())
        .select((NoteRow::as_select(), deals::project_id, deals::property_id))
        .for_update()
        .first(conn)
        .await
        .optional()
}

pub async fn update_note(
    conn: &mut AsyncPgConnection,
    note_id: DealNoteId,
    text: &str,
) -> QueryResult<NoteRow> {
    diesel::update(deal_notes::table.find(note_id))
        .set((
            deal_notes::text.eq(text),
            deal_notes::edited_at.eq(now),
            deal_notes::version.eq(deal_notes::version + 1),
        ))
        .returning(NoteRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn delete_note(conn: &mut AsyncPgConnection, note_id: DealNoteId) -> QueryResult<()> {
    diesel::update(deal_notes::table.find(note_id))
        .set(deal_notes::deleted_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}
