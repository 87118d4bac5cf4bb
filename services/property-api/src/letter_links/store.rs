//! Queries of links. Row-level security scopes every query but those that find a token's link.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bytea, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, LetterId, LetterLinkId, MailId, RequestKey, UserId};
use serde_json::Value;

use super::token::TokenHash;
use crate::letter_register::store::LetterRow;
use crate::schema::{letter_jobs, letter_link_mails, letter_links, letters};

/// A link without its token.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = letter_links, check_for_backend(diesel::pg::Pg))]
pub struct LinkRow {
    pub link_id: LetterLinkId,
    pub letter_id: LetterId,
    pub name: String,
    pub email: String,
    pub capacity: String,
    pub request_hash: String,
    pub pdf_sha256: String,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub mailed_at: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
    pub fetched: i32,
    pub certain_openings: i32,
    pub other_openings: i32,
    pub signed_at: Option<DateTime<Utc>>,
    pub signature: Option<Value>,
    pub declined_at: Option<DateTime<Utc>>,
    pub decline_reason: Option<String>,
    pub decline_text: Option<String>,
    pub proposed_at: Option<DateTime<Utc>>,
    pub proposed_name: Option<String>,
    pub proposed_email: Option<String>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_links)]
pub struct NewLink<'a> {
    pub link_id: LetterLinkId,
    pub letter_id: LetterId,
    pub party: &'static str,
    pub name: &'a str,
    pub email: &'a str,
    pub capacity: &'a str,
    pub token_hash: Vec<u8>,
    pub request_key: RequestKey,
    pub request_hash: &'a str,
    pub pdf_sha256: &'a str,
    pub created_by: UserId,
    pub created_by_name: &'a str,
    pub expires_at: DateTime<Utc>,
}

/// None when the request was stored before.
pub async fn insert_link(
    conn: &mut AsyncPgConnection,
    link: &NewLink<'_>,
) -> QueryResult<Option<LinkRow>> {
    diesel::insert_into(letter_links::table)
        .values(link)
        .on_conflict((letter_links::customer_id, letter_links::request_key))
        .do_nothing()
        .returning(LinkRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

pub async fn find_by_request(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
) -> QueryResult<Option<LinkRow>> {
    letter_links::table
        .filter(letter_links::request_key.eq(request_key))
        .select(LinkRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Oldest first.
pub async fn list_links(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<Vec<LinkRow>> {
    letter_links::table
        .filter(letter_links::letter_id.eq(letter_id))
        .order(letter_links::link_id)
        .select(LinkRow::as_select())
        .load(conn)
        .await
}

/// Of several letters, the oldest first.
pub async fn list_links_of(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<LinkRow>> {
    letter_links::table
        .filter(letter_links::letter_id.eq_any(ids))
        .order(letter_links::link_id)
        .select(LinkRow::as_select())
        .load(conn)
        .await
}

pub async fn find_link(
    conn: &mut AsyncPgConnection,
    link_id: LetterLinkId,
) -> QueryResult<LinkRow> {
    letter_links::table
        .find(link_id)
        .select(LinkRow::as_select())
        .first(conn)
        .await
}

/// Whether a newer version of the letter went out.
pub async fn is_superseded(conn: &mut AsyncPgConnection, letter: &LetterRow) -> QueryResult<bool> {
    let newer = letters::table
        .filter(letters::year.eq(letter.year))
        .filter(letters::serial.eq(letter.serial))
        .filter(letters::letter_version.gt(letter.letter_version))
        .filter(letters::status.ne_all(["draft", "approved"]));
    diesel::select(diesel::dsl::exists(newer))
        .get_result(conn)
        .await
}

/// Replaces the token: the one before opens nothing any more.
pub async fn set_token(
    conn: &mut AsyncPgConnection,
    link_id: LetterLinkId,
    hash: &TokenHash,
) -> QueryResult<usize> {
    diesel::update(letter_links::table.find(link_id))
        .set(letter_links::token_hash.eq(hash.as_bytes()))
        .execute(conn)
        .await
}

pub async fn revoke(conn: &mut AsyncPgConnection, link_id: LetterLinkId) -> QueryResult<usize> {
    diesel::update(letter_links::table.find(link_id))
        .set(letter_links::revoked_at.eq(Utc::now()))
        .execute(conn)
        .await
}

/// Whose letter a token opens.
#[derive(Debug, Clone, Copy, QueryableByName)]
pub struct Found {
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: CustomerId,
    #[diesel(sql_type = SqlUuid)]
    pub link_id: LetterLinkId,
    #[diesel(sql_type = SqlUuid)]
    pub letter_id: LetterId,
    /// Changes in the current minute, this one included.
    #[diesel(sql_type = Integer)]
    pub minute_calls: i32,
}

const FOUND: &str = "customer_id, link_id, letter_id, minute_calls";

/// Finds a token's link without changing anything; in a transaction across firms.
pub async fn find_by_token(
    conn: &mut AsyncPgConnection,
    hash: &TokenHash,
) -> QueryResult<Option<Found>> {
    diesel::sql_query(format!(
        "SELECT {FOUND} FROM letter_links WHERE token_hash = $1"
    ))
    .bind::<Bytea, _>(hash.as_bytes())
    .get_result(conn)
    .await
    .optional()
}

/// As [`find_by_token`], and counts that its page was asked for.
pub async fn count_fetch(
    conn: &mut AsyncPgConnection,
    hash: &TokenHash,
) -> QueryResult<Option<Found>> {
    diesel::sql_query(format!(
        "UPDATE letter_links SET fetched = least(fetched, 1000000) + 1 WHERE token_hash = $1 RETURNING {FOUND}"
    ))
    .bind::<Bytea, _>(hash.as_bytes())
    .get_result(conn)
    .await
    .optional()
}

/// As [`find_by_token`], and counts a change that it asks for.
pub async fn count_call(
    conn: &mut AsyncPgConnection,
    hash: &TokenHash,
) -> QueryResult<Option<Found>> {
    diesel::sql_query(format!(
        "UPDATE letter_links SET \
         minute = CASE WHEN minute > now() - interval '1 minute' THEN minute ELSE now() END, \
         minute_calls = CASE WHEN minute > now() - interval '1 minute' THEN least(minute_calls, 1000) + 1 ELSE 1 END \
         WHERE token_hash = $1 RETURNING {FOUND}"
    ))
    .bind::<Bytea, _>(hash.as_bytes())
    .get_result(conn)
    .await
    .optional()
}

pub async fn count_opening(
    conn: &mut AsyncPgConnection,
    link_id: LetterLinkId,
    is_certain: bool,
) -> QueryResult<usize> {
    let (certain, other) = (i32::from(is_certain), i32::from(!is_certain));
    diesel::update(letter_links::table.find(link_id))
        .set((
            letter_links::certain_openings.eq(letter_links::certain_openings + certain),
            letter_links::other_openings.eq(letter_links::other_openings + other),
        ))
        .execute(conn)
        .await
}

pub async fn sign(
    conn: &mut AsyncPgConnection,
    link_id: LetterLinkId,
    at: DateTime<Utc>,
    signature: &Value,
) -> QueryResult<usize> {
    diesel::update(letter_links::table.find(link_id))
        .set((
            letter_links::signed_at.eq(at),
            letter_links::signature.eq(signature),
        ))
        .execute(conn)
        .await
}

pub async fn decline(
    conn: &mut AsyncPgConnection,
    link_id: LetterLinkId,
    at: DateTime<Utc>,
    (reason, text): (&str, Option<&str>),
) -> QueryResult<usize> {
    diesel::update(letter_links::table.find(link_id))
        .set((
            letter_links::declined_at.eq(at),
            letter_links::decline_reason.eq(reason),
            letter_links::decline_text.eq(text),
        ))
        .execute(conn)
        .await
}

pub async fn propose(
    conn: &mut AsyncPgConnection,
    link_id: LetterLinkId,
    at: DateTime<Utc>,
    (name, email): (&str, &str),
) -> QueryResult<usize> {
    diesel::update(letter_links::table.find(link_id))
        .set((
            letter_links::proposed_at.eq(at),
            letter_links::proposed_name.eq(name),
            letter_links::proposed_email.eq(email),
        ))
        .execute(conn)
        .await
}

/// The letterhead of a letter, as it was stored with its job.
pub async fn find_sender(conn: &mut AsyncPgConnection, letter_id: LetterId) -> QueryResult<Value> {
    letters::table
        .inner_join(letter_jobs::table)
        .filter(letters::letter_id.eq(letter_id))
        .select(letter_jobs::sender)
        .first(conn)
        .await
}

/// Notes that a message carries a link, which may be made for it, and when.
pub async fn insert_mail(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
    link_id: LetterLinkId,
    page: &str,
    makes_link: bool,
) -> QueryResult<usize> {
    diesel::insert_into(letter_link_mails::table)
        .values((
            letter_link_mails::mail_id.eq(mail_id),
            letter_link_mails::link_id.eq(link_id),
            letter_link_mails::page.eq(page),
            letter_link_mails::makes_link.eq(makes_link),
        ))
        .execute(conn)
        .await?;
    diesel::update(letter_links::table.find(link_id))
        .set(letter_links::mailed_at.eq(Utc::now()))
        .execute(conn)
        .await
}

/// The link that a message carries, and the address of its page.
pub async fn find_mail(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
) -> QueryResult<Option<(LetterLinkId, String)>> {
    letter_link_mails::table
        .filter(letter_link_mails::mail_id.eq(mail_id))
        .select((letter_link_mails::link_id, letter_link_mails::page))
        .first(conn)
        .await
        .optional()
}

#[derive(Debug, QueryableByName)]
pub struct MailState {
    #[diesel(sql_type = SqlUuid)]
    pub link_id: LetterLinkId,
    /// `sent`, `queued`, `unclear` or `failed`.
    #[diesel(sql_type = Text)]
    pub mail_status: String,
}

/// What became of the messages with each link of letters: of one that is on its way or unclear if there is any, else of
/// the last one. None of links without a message.
pub async fn list_mail_states(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<MailState>> {
    diesel::sql_query(
        "SELECT DISTINCT ON (k.link_id) k.link_id, \
         CASE WHEN r.status = 'sent' THEN 'sent' WHEN r.status IN ('queued', 'sending') THEN 'queued' \
             WHEN r.status = 'unclear' THEN 'unclear' ELSE 'failed' END AS mail_status \
         FROM letter_link_mails k JOIN letter_links l ON l.link_id = k.link_id \
         JOIN mail_recipients r ON r.mail_id = k.mail_id \
         WHERE l.letter_id = ANY($1) \
         ORDER BY k.link_id, r.status IN ('queued', 'sending') DESC, r.status = 'unclear' DESC, k.mail_id DESC",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await
}
