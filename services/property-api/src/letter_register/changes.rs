//! Writing queries of numbered letters. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::RunQueryDsl;
use domain::{
    CustomerId, LetterId, LetterJobId, MailId, ProjectId, PropertyId, RequestKey, UserId,
};
use letter_of_intent::{Expiry, Status};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::schema::{
    letter_events, letter_expiries, letter_mails, letter_sends, letter_settings, letters,
};

/// Rows of one INSERT: PostgreSQL limits the values of a statement.
const CHUNK: usize = 2_000;

#[derive(Debug, Insertable)]
#[diesel(table_name = letters)]
pub struct NewLetter {
    pub letter_id: LetterId,
    pub job_id: LetterJobId,
    /// Place in the job.
    pub ordinal: i32,
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    pub year: i32,
    pub serial: i32,
    pub number: String,
    /// Version of its template.
    pub template_version: String,
    pub parcel_number: String,
    pub address: Option<String>,
    pub city: Option<String>,
    pub owner_name: Option<String>,
    /// US dollars.
    pub price: BigDecimal,
    /// Sanitized.
    pub html: String,
    pub terms: Value,
    pub texts: Value,
    pub report: Value,
    pub content_hash: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Local time and zone that the firm set.
    pub firm_expiry: Option<Value>,
}

pub async fn insert_letters(conn: &mut AsyncPgConnection, rows: &[NewLetter]) -> QueryResult<()> {
    for chunk in rows.chunks(CHUNK) {
        diesel::insert_into(letters::table)
            .values(chunk)
            .execute(conn)
            .await?;
        let expiries = chunk.iter().filter_map(|row| {
            let due_at = letter_expiries::due_at.eq(row.expires_at?);
            Some((letter_expiries::letter_id.eq(row.letter_id), due_at))
        });
        diesel::insert_into(letter_expiries::table)
            .values(expiries.collect::<Vec<_>>())
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Sets when a locked letter expires, if ever.
pub async fn set_expiry(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    expiry: Option<&Expiry>,
) -> QueryResult<()> {
    diesel::update(letters::table.find(letter_id))
        .set((
            letters::firm_expiry.eq(expiry.map(|expiry| json!(expiry))),
            letters::expires_at.eq(expiry.map(Expiry::instant)),
            letters::version.eq(letters::version + 1),
        ))
        .execute(conn)
        .await?;
    match expiry {
        Some(expiry) => postpone_expiry(conn, letter_id, expiry.instant()).await,
        None => end_expiry(conn, letter_id).await,
    }
}

/// Sets when to look whether a letter has expired.
pub async fn postpone_expiry(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    due_at: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::insert_into(letter_expiries::table)
        .values((
            letter_expiries::letter_id.eq(letter_id),
            letter_expiries::due_at.eq(due_at),
        ))
        .on_conflict((letter_expiries::customer_id, letter_expiries::letter_id))
        .do_update()
        .set(letter_expiries::due_at.eq(due_at))
        .execute(conn)
        .await
        .map(drop)
}

/// The letter cannot expire any more.
pub async fn end_expiry(conn: &mut AsyncPgConnection, letter_id: LetterId) -> QueryResult<()> {
    diesel::delete(letter_expiries::table.filter(letter_expiries::letter_id.eq(letter_id)))
        .execute(conn)
        .await
        .map(drop)
}

/// Letters to look at, of all firms; in a transaction across firms.
pub async fn list_due_expiries(
    conn: &mut AsyncPgConnection,
    at: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<(CustomerId, LetterId)>> {
    letter_expiries::table
        .filter(letter_expiries::due_at.le(at))
        .order(letter_expiries::due_at)
        .select((letter_expiries::customer_id, letter_expiries::letter_id))
        .limit(limit)
        .load(conn)
        .await
}

/// Takes the next serials of a year for this firm; returns the one before them. The counter's row
/// stays locked until the transaction ends.
pub async fn take_serials(conn: &mut AsyncPgConnection, year: i32, count: i32) -> QueryResult<i32> {
    #[derive(QueryableByName)]
    struct Last {
        #[diesel(sql_type = Integer)]
        last_serial: i32,
    }
    let last: Last = diesel::sql_query(
        "INSERT INTO letter_counters (year, last_serial) VALUES ($1, $2) \
         ON CONFLICT (customer_id, year) DO UPDATE SET last_serial = letter_counters.last_serial + $2 \
         RETURNING last_serial",
    )
    .bind::<Integer, _>(year)
    .bind::<Integer, _>(count)
    .get_result(conn)
    .await?;
    Ok(last.last_serial - count)
}

/// Who changes letters; no id: the system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Actor<'a> {
    pub user_id: Option<UserId>,
    pub name: Option<&'a str>,
}

impl<'a> Actor<'a> {
    pub fn user(user_id: UserId, name: &'a str) -> Self {
        Self {
            user_id: Some(user_id),
            name: Some(name),
        }
    }
}

/// Adds one event to the history of each letter.
pub async fn insert_events(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
    kind: &str,
    actor: Actor<'_>,
    note: Option<&str>,
) -> QueryResult<()> {
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<_> = chunk
            .iter()
            .map(|letter_id| {
                (
                    letter_events::event_id.eq(Uuid::now_v7()),
                    letter_events::letter_id.eq(letter_id),
                    letter_events::kind.eq(kind),
                    letter_events::actor_id.eq(actor.user_id),
                    letter_events::actor_name.eq(actor.name),
                    letter_events::note.eq(note),
                )
            })
            .collect();
        diesel::insert_into(letter_events::table)
            .values(rows)
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Approves locked drafts.
pub async fn approve(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
    approver: UserId,
    name: &str,
) -> QueryResult<usize> {
    diesel::update(letters::table.filter(letters::letter_id.eq_any(ids)))
        .set((
            letters::status.eq(Status::Approved.as_str()),
            letters::approved_by.eq(approver),
            letters::approved_by_name.eq(name),
            letters::approved_at.eq(now),
            letters::version.eq(letters::version + 1),
        ))
        .execute(conn)
        .await
}

/// Sets the state of a locked letter. A draft has no approval, and a sent letter the time.
pub async fn set_status(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    to: Status,
) -> QueryResult<usize> {
    diesel::sql_query(
        "UPDATE letters SET status = $2, version = version + 1, \
         sent_at = CASE WHEN $2 = 'sent' THEN now() ELSE sent_at END, \
         approved_by = CASE WHEN $2 <> 'draft' THEN approved_by END, \
         approved_by_name = CASE WHEN $2 <> 'draft' THEN approved_by_name END, \
         approved_at = CASE WHEN $2 <> 'draft' THEN approved_at END \
         WHERE letter_id = $1",
    )
    .bind::<diesel::sql_types::Uuid, _>(letter_id)
    .bind::<Text, _>(to.as_str())
    .execute(conn)
    .await
}

/// Withdraws locked letters.
pub async fn withdraw(conn: &mut AsyncPgConnection, ids: &[LetterId]) -> QueryResult<usize> {
    diesel::update(letters::table.filter(letters::letter_id.eq_any(ids)))
        .set((
            letters::withdrawn_at.eq(now),
            letters::version.eq(letters::version + 1),
        ))
        .execute(conn)
        .await
}

/// Name and time of the last change of a letter.
pub async fn find_last_change(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<(Option<String>, DateTime<Utc>)> {
    letter_events::table
        .filter(letter_events::letter_id.eq(letter_id))
        .order((
            letter_events::created_at.desc(),
            letter_events::event_id.desc(),
        ))
        .select((letter_events::actor_name, letter_events::created_at))
        .first(conn)
        .await
}

/// Notes that a message carries a letter.
pub async fn insert_mail(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
    letter_id: LetterId,
) -> QueryResult<usize> {
    diesel::insert_into(letter_mails::table)
        .values((
            letter_mails::mail_id.eq(mail_id),
            letter_mails::letter_id.eq(letter_id),
        ))
        .execute(conn)
        .await
}

/// The letter that a message carries.
pub async fn find_letter_of(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
) -> QueryResult<Option<LetterId>> {
    letter_mails::table
        .filter(letter_mails::mail_id.eq(mail_id))
        .select(letter_mails::letter_id)
        .first(conn)
        .await
        .optional()
}

/// Begins a request to send; false if the key was used before.
pub async fn begin_send(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
    request_hash: &str,
) -> QueryResult<bool> {
    let written = diesel::insert_into(letter_sends::table)
        .values((
            letter_sends::request_key.eq(request_key),
            letter_sends::request_hash.eq(request_hash),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(written == 1)
}

/// Hash and answer of an earlier request.
pub async fn find_send(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
) -> QueryResult<(String, Option<Value>)> {
    letter_sends::table
        .filter(letter_sends::request_key.eq(request_key))
        .select((letter_sends::request_hash, letter_sends::answer))
        .first(conn)
        .await
}

pub async fn end_send(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
    answer: &Value,
) -> QueryResult<usize> {
    diesel::update(letter_sends::table.filter(letter_sends::request_key.eq(request_key)))
        .set(letter_sends::answer.eq(answer))
        .execute(conn)
        .await
}

/// The firm's settings.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_settings, check_for_backend(diesel::pg::Pg))]
pub struct SettingsRow {
    pub letter_threshold: Option<BigDecimal>,
    pub job_threshold: Option<BigDecimal>,
    pub approver_may_be_author: bool,
    pub version: i64,
    pub updated_by_name: String,
    pub updated_at: DateTime<Utc>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_settings)]
pub struct NewSettings<'a> {
    pub letter_threshold: Option<BigDecimal>,
    pub job_threshold: Option<BigDecimal>,
    pub approver_may_be_author: bool,
    pub version: i64,
    pub updated_by_name: &'a str,
}

/// None before the first change.
pub async fn find_settings(conn: &mut AsyncPgConnection) -> QueryResult<Option<SettingsRow>> {
    letter_settings::table
        .select(SettingsRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Stores settings that follow the version that was read; false if there are others by now.
pub async fn upsert_settings(
    conn: &mut AsyncPgConnection,
    new: &NewSettings<'_>,
) -> QueryResult<bool> {
    // The condition of an upsert is not in the prelude.
    use diesel::query_dsl::methods::FilterDsl as _;

    let written = diesel::insert_into(letter_settings::table)
        .values(new)
        .on_conflict(letter_settings::customer_id)
        .do_update()
        .set((
            letter_settings::letter_threshold.eq(&new.letter_threshold),
            letter_settings::job_threshold.eq(&new.job_threshold),
            letter_settings::approver_may_be_author.eq(new.approver_may_be_author),
            letter_settings::version.eq(new.version),
            letter_settings::updated_by_name.eq(new.updated_by_name),
            letter_settings::updated_at.eq(now),
        ))
        .filter(letter_settings::version.eq(new.version - 1))
        .execute(conn)
        .await?;
    Ok(written == 1)
}
