//! Queries of versions. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::max;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Jsonb, Nullable, Numeric, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LetterId, LetterJobId};
use serde_json::Value;

use crate::letter_register::store::LetterRow;
use crate::schema::letters;

/// Ids of all versions of a letter's number, the latest first.
pub async fn list_versions(
    conn: &mut AsyncPgConnection,
    letter: &LetterRow,
) -> QueryResult<Vec<LetterId>> {
    letters::table
        .filter(letters::year.eq(letter.year))
        .filter(letters::serial.eq(letter.serial))
        .order(letters::letter_version.desc())
        .select(letters::letter_id)
        .load(conn)
        .await
}

/// The last version of a letter's number.
pub async fn get_last_version(
    conn: &mut AsyncPgConnection,
    letter: &LetterRow,
) -> QueryResult<i32> {
    let last: Option<i32> = letters::table
        .filter(letters::year.eq(letter.year))
        .filter(letters::serial.eq(letter.serial))
        .select(max(letters::letter_version))
        .first(conn)
        .await?;
    Ok(last.unwrap_or(letter.letter_version))
}

/// Template version, body, typed terms and texts of a letter.
pub async fn get_content(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<(String, String, Value, Value)> {
    letters::table
        .find(letter_id)
        .select((
            letters::template_version,
            letters::html,
            letters::terms,
            letters::texts,
        ))
        .first(conn)
        .await
}

/// The letter of a job that made one.
pub async fn find_letter_of_job(
    conn: &mut AsyncPgConnection,
    job_id: LetterJobId,
) -> QueryResult<Option<LetterId>> {
    letters::table
        .filter(letters::job_id.eq(job_id))
        .select(letters::letter_id)
        .first(conn)
        .await
        .optional()
}

/// What a version has of its own.
pub struct NewVersion<'a> {
    pub letter_id: LetterId,
    pub job_id: LetterJobId,
    pub letter_version: i32,
    pub number: &'a str,
    /// US dollars.
    pub price: BigDecimal,
    /// Sanitized.
    pub html: &'a str,
    pub terms: Value,
    pub texts: Value,
    pub content_hash: &'a str,
    pub expires_at: Option<DateTime<Utc>>,
}

/// Stores a version; the rest is as in the letter that it is a copy of.
pub async fn insert_version(
    conn: &mut AsyncPgConnection,
    copied: LetterId,
    new: &NewVersion<'_>,
) -> QueryResult<usize> {
    diesel::sql_query(
        "INSERT INTO letters (letter_id, job_id, ordinal, project_id, property_id, year, serial, letter_version, number, \
             template_version, parcel_number, address, city, owner_name, price, html, terms, texts, report, content_hash, \
             expires_at, firm_expiry) \
         SELECT $2, $3, 1, project_id, property_id, year, serial, $4, $5, template_version, parcel_number, address, city, \
             owner_name, $6, $7, $8, $9, report, $10, $11, firm_expiry \
         FROM letters WHERE letter_id = $1",
    )
    .bind::<SqlUuid, _>(copied)
    .bind::<SqlUuid, _>(new.letter_id)
    .bind::<SqlUuid, _>(new.job_id)
    .bind::<Integer, _>(new.letter_version)
    .bind::<Text, _>(new.number)
    .bind::<Numeric, _>(&new.price)
    .bind::<Text, _>(new.html)
    .bind::<Jsonb, _>(&new.terms)
    .bind::<Jsonb, _>(&new.texts)
    .bind::<Text, _>(new.content_hash)
    .bind::<Nullable<Timestamptz>, _>(new.expires_at)
    .execute(conn)
    .await
}
