//! Queries of the people whom notes mention. Row-level security scopes every query.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use db::copies::kept_text;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{DealNoteId, ProjectId, PropertyId, UserId};

use crate::schema::{deal_notes, deals, note_mentions, properties};

const MAX_LISTED: i64 = 50;
const MAX_MAILED: i64 = 500;
/// Characters of a note.
const EXCERPT: usize = 200;

/// A person whom a note mentions.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = note_mentions, check_for_backend(diesel::pg::Pg))]
pub struct Mentioned {
    pub user_id: UserId,
    /// As the text has it.
    pub name: String,
}

/// The people whom each of these notes mentions.
pub async fn list_of_notes(
    conn: &mut AsyncPgConnection,
    note_ids: &[DealNoteId],
) -> QueryResult<HashMap<DealNoteId, Vec<Mentioned>>> {
    let rows: Vec<(DealNoteId, Mentioned)> = note_mentions::table
        .filter(note_mentions::note_id.eq_any(note_ids))
        .order(note_mentions::mention_id)
        .select((note_mentions::note_id, Mentioned::as_select()))
        .load(conn)
        .await?;
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for (note_id, mentioned) in rows {
        found.entry(note_id).or_default().push(mentioned);
    }
    Ok(found)
}

/// Lets a note mention these people; those whom it mentioned before are not told again, and `writer` is not told.
pub async fn replace(
    conn: &mut AsyncPgConnection,
    note_id: DealNoteId,
    mentioned: &[Mentioned],
    writer: UserId,
) -> QueryResult<()> {
    let ids: Vec<UserId> = mentioned.iter().map(|person| person.user_id).collect();
    let of_note = note_mentions::table.filter(note_mentions::note_id.eq(note_id));
    diesel::delete(of_note.filter(note_mentions::user_id.ne_all(ids)))
        .execute(conn)
        .await?;
    let read_at = |person: &Mentioned| (person.user_id == writer).then(Utc::now);
    let rows = mentioned.iter().map(|person| {
        (
            note_mentions::note_id.eq(note_id),
            note_mentions::user_id.eq(person.user_id),
            note_mentions::name.eq(&person.name),
            note_mentions::read_at.eq(read_at(person)),
        )
    });
    diesel::insert_into(note_mentions::table)
        .values(rows.collect::<Vec<_>>())
        .on_conflict((
            note_mentions::customer_id,
            note_mentions::note_id,
            note_mentions::user_id,
        ))
        .do_nothing()
        .execute(conn)
        .await
        .map(drop)
}

/// A mention, with what its note says and where.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = note_mentions, check_for_backend(diesel::pg::Pg))]
pub struct MentionRow {
    pub mention_id: i64,
    pub note_id: DealNoteId,
    #[diesel(select_expression = deals::project_id)]
    pub project_id: ProjectId,
    #[diesel(select_expression = deals::property_id)]
    pub property_id: PropertyId,
    #[diesel(select_expression = properties::ll_uuid)]
    pub ll_uuid: uuid::Uuid,
    #[diesel(select_expression = properties::parcel_number)]
    pub parcel_number: String,
    #[diesel(select_expression = kept_text(properties::address, properties::keep_until))]
    pub address: Option<String>,
    #[diesel(select_expression = deal_notes::text)]
    pub text: String,
    #[diesel(select_expression = deal_notes::created_by_name)]
    pub created_by_name: String,
    #[diesel(select_expression = deal_notes::created_at)]
    pub created_at: DateTime<Utc>,
    pub read_at: Option<DateTime<Utc>>,
}

impl MentionRow {
    /// The beginning of the note.
    pub fn excerpt(&self) -> String {
        self.text.chars().take(EXCERPT).collect()
    }
}

/// Mentions of a person in notes that can be read: not deleted, and of properties that are in their projects.
#[diesel::dsl::auto_type]
fn of_person(user_id: UserId) -> _ {
    note_mentions::table
        .inner_join(deal_notes::table.inner_join(deals::table.inner_join(properties::table)))
        .filter(note_mentions::user_id.eq(user_id))
        .filter(deal_notes::deleted_at.is_null())
        .filter(deals::removed_at.is_null())
}

/// The newest ones, newest first.
pub async fn list(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<Vec<MentionRow>> {
    of_person(user_id)
        .order(note_mentions::mention_id.desc())
        .limit(MAX_LISTED)
        .select(MentionRow::as_select())
        .load(conn)
        .await
}

pub async fn count_unread(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<i64> {
    of_person(user_id)
        .filter(note_mentions::read_at.is_null())
        .count()
        .get_result(conn)
        .await
}

/// Marks a person's mentions up to this one as read.
pub async fn read(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    mention_id: i64,
) -> QueryResult<()> {
    let unread = note_mentions::table
        .filter(note_mentions::user_id.eq(user_id))
        .filter(note_mentions::read_at.is_null())
        .filter(note_mentions::mention_id.le(mention_id));
    diesel::update(unread)
        .set(note_mentions::read_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}

/// Unread mentions of a person that no message had, newest first; at most 500.
pub async fn list_unmailed(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Vec<MentionRow>> {
    of_person(user_id)
        .filter(note_mentions::read_at.is_null())
        .filter(note_mentions::mailed_at.is_null())
        .order(note_mentions::mention_id.desc())
        .limit(MAX_MAILED)
        .select(MentionRow::as_select())
        .load(conn)
        .await
}

/// A message has all unread mentions of a person until now.
pub async fn set_mailed(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<()> {
    let unread = note_mentions::table
        .filter(note_mentions::user_id.eq(user_id))
        .filter(note_mentions::read_at.is_null())
        .filter(note_mentions::mailed_at.is_null());
    diesel::update(unread)
        .set(note_mentions::mailed_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}
