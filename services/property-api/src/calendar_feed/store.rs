//! Queries of calendar feeds. Row-level security scopes all but the one that finds a feed by its address.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Bytea, Date, Integer, Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, UserId};
use letter_of_intent::Expiry;
use serde::Deserialize as _;
use serde_json::Value;
use uuid::Uuid;

use super::domain::{Changes, Entry, Item};
use crate::letter_links::token::TokenHash;
use crate::schema::{calendar_entries, calendar_feeds};

/// Rows of one INSERT.
const CHUNK: usize = 500;

/// When the person's feed was made.
pub async fn find_feed(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Option<DateTime<Utc>>> {
    calendar_feeds::table
        .filter(calendar_feeds::user_id.eq(user_id))
        .select(calendar_feeds::created_at)
        .first(conn)
        .await
        .optional()
}

/// Locks the person's feed until the transaction ends.
pub async fn lock_feed(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<()> {
    calendar_feeds::table
        .filter(calendar_feeds::user_id.eq(user_id))
        .select(calendar_feeds::user_id)
        .for_update()
        .first::<UserId>(conn)
        .await
        .map(drop)
}

/// Makes the person's feed in place of an earlier one.
pub async fn replace_feed(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    hash: &TokenHash,
) -> QueryResult<DateTime<Utc>> {
    delete_feed(conn, user_id).await?;
    diesel::insert_into(calendar_feeds::table)
        .values((
            calendar_feeds::user_id.eq(user_id),
            calendar_feeds::token_hash.eq(hash.as_bytes()),
        ))
        .returning(calendar_feeds::created_at)
        .get_result(conn)
        .await
}

pub async fn delete_feed(conn: &mut AsyncPgConnection, user_id: UserId) -> QueryResult<()> {
    diesel::delete(calendar_feeds::table.filter(calendar_feeds::user_id.eq(user_id)))
        .execute(conn)
        .await
        .map(drop)
}

/// Whose feed an address is.
#[derive(Debug, QueryableByName)]
pub struct Fetched {
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: CustomerId,
    #[diesel(sql_type = SqlUuid)]
    pub user_id: UserId,
    /// Fetches in the current hour, this one included.
    #[diesel(sql_type = Integer)]
    pub hour_fetches: i32,
}

/// Finds the feed of an address and counts the fetch; in a transaction across firms.
pub async fn count_fetch(
    conn: &mut AsyncPgConnection,
    hash: &TokenHash,
) -> QueryResult<Option<Fetched>> {
    diesel::sql_query(
        "UPDATE calendar_feeds SET \
         hour = CASE WHEN hour > now() - interval '1 hour' THEN hour ELSE now() END, \
         hour_fetches = CASE WHEN hour > now() - interval '1 hour' THEN least(hour_fetches, 1000) + 1 ELSE 1 END \
         WHERE token_hash = $1 RETURNING customer_id, user_id, hour_fetches",
    )
    .bind::<Bytea, _>(hash.as_bytes())
    .get_result(conn)
    .await
    .optional()
}

#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = calendar_entries, check_for_backend(diesel::pg::Pg))]
struct EntryRow {
    user_id: UserId,
    kind: String,
    entry_id: Uuid,
    day: NaiveDate,
    at: Option<DateTime<Utc>>,
    summary: String,
    description: String,
    sequence: i32,
    changed_at: DateTime<Utc>,
    cancelled: bool,
}

impl EntryRow {
    fn new(user_id: UserId, entry: &Entry) -> Self {
        let item = entry.item.clone();
        Self {
            user_id,
            kind: item.kind,
            entry_id: item.entry_id,
            day: item.day,
            at: item.at,
            summary: item.summary,
            description: item.description,
            sequence: entry.sequence,
            changed_at: entry.changed_at,
            cancelled: entry.cancelled,
        }
    }
}

impl From<EntryRow> for Entry {
    fn from(row: EntryRow) -> Self {
        Self {
            item: Item {
                kind: row.kind,
                entry_id: row.entry_id,
                day: row.day,
                at: row.at,
                summary: row.summary,
                description: row.description,
            },
            sequence: row.sequence,
            changed_at: row.changed_at,
            cancelled: row.cancelled,
        }
    }
}

/// In the order of their days.
pub async fn list_entries(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
) -> QueryResult<Vec<Entry>> {
    let rows: Vec<EntryRow> = calendar_entries::table
        .filter(calendar_entries::user_id.eq(user_id))
        .order((
            calendar_entries::day,
            calendar_entries::kind,
            calendar_entries::entry_id,
        ))
        .select(EntryRow::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// Replaces what changed.
pub async fn write_entries(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    changes: &Changes,
) -> QueryResult<()> {
    let written = changes
        .written
        .iter()
        .map(|entry| (&entry.item.kind, entry.item.entry_id));
    let dropped = changes
        .dropped
        .iter()
        .map(|(kind, entry_id)| (kind, *entry_id));
    let (kinds, ids): (Vec<_>, Vec<_>) = written.chain(dropped).unzip();
    if ids.is_empty() {
        return Ok(());
    }
    diesel::sql_query(
        "DELETE FROM calendar_entries e USING unnest($2::text[], $3::uuid[]) AS c (kind, entry_id) \
         WHERE e.user_id = $1 AND e.kind = c.kind AND e.entry_id = c.entry_id",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<diesel::sql_types::Array<Text>, _>(kinds)
    .bind::<diesel::sql_types::Array<SqlUuid>, _>(ids)
    .execute(conn)
    .await?;
    for chunk in changes.written.chunks(CHUNK) {
        let rows: Vec<_> = chunk
            .iter()
            .map(|entry| EntryRow::new(user_id, entry))
            .collect();
        diesel::insert_into(calendar_entries::table)
            .values(rows)
            .execute(conn)
            .await?;
    }
    Ok(())
}

#[derive(Debug, QueryableByName)]
struct ItemRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = SqlUuid)]
    entry_id: Uuid,
    #[diesel(sql_type = Date)]
    day: NaiveDate,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = SqlUuid)]
    project_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: Uuid,
    /// Of a letter's end: local time and zone.
    #[diesel(sql_type = Nullable<Jsonb>)]
    expiry: Option<Value>,
}

/// Open tasks of a person, deadlines of letters that the person wrote or whose deal the person has, and next steps of
/// the person's deals; the latest 2,000 by day.
pub async fn list_items(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    public_url: &str,
) -> QueryResult<Vec<Item>> {
    let rows: Vec<ItemRow> = diesel::sql_query(
        "WITH mine AS ( \
         SELECT t.task_id, t.deal_id, t.due_on, t.title, t.letter_id, t.deadline FROM deal_tasks t \
         LEFT JOIN deals d ON d.deal_id = t.deal_id LEFT JOIN letters l ON l.letter_id = t.letter_id \
         LEFT JOIN letter_jobs j ON j.job_id = l.job_id \
         WHERE t.done_at IS NULL AND t.due_on IS NOT NULL \
             AND (t.assigned_to = $1 OR t.letter_id IS NOT NULL AND (d.assigned_to = $1 OR j.created_by = $1))) \
         SELECT x.*, coalesce(kept(p.address, p.keep_until), p.parcel_number) AS place, d.project_id, p.ll_uuid, \
             coalesce(l.terms #> '{expires_at,value}', l.firm_expiry) AS expiry FROM ( \
             SELECT 'task' AS kind, task_id AS entry_id, deal_id, due_on AS day, title, \
                 CASE WHEN deadline = 'expiry' THEN letter_id END AS ended FROM mine \
             UNION ALL SELECT 'step', deal_id, deal_id, next_step_on, coalesce(next_step, 'Next step'), NULL FROM deals \
             WHERE assigned_to = $1 AND next_step_on IS NOT NULL AND removed_at IS NULL) x \
         JOIN deals d ON d.deal_id = x.deal_id AND d.removed_at IS NULL JOIN properties p ON p.property_id = d.property_id \
         LEFT JOIN letters l ON l.letter_id = x.ended ORDER BY x.day DESC, x.entry_id LIMIT 2000",
    )
    .bind::<SqlUuid, _>(user_id)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| row.item(public_url)).collect())
}

impl ItemRow {
    fn item(self, public_url: &str) -> Item {
        let expiry = self
            .expiry
            .and_then(|expiry| Expiry::deserialize(expiry).ok());
        let page = format!(
            "{public_url}/map?project_id={}&ll_uuid={}",
            self.project_id, self.ll_uuid
        );
        let hour = expiry.map(|expiry| {
            let time = expiry.at.format("%H:%M");
            format!("{time} {}\n", expiry.zone.words())
        });
        Item {
            kind: self.kind,
            entry_id: self.entry_id,
            day: self.day,
            at: expiry.map(|expiry| expiry.instant()),
            summary: format!("{}: {}", self.place, self.title),
            description: format!("{}{page}", hour.unwrap_or_default()),
        }
    }
}
