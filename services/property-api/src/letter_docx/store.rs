//! Queries of returned documents. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{LetterId, LetterReturnId, UserId};
use serde_json::Value;

use crate::letter_register::store::LetterRow;
use crate::schema::{attachments, letter_returns, letters};

const MAX_LISTED: i64 = 100;

/// A document without its changes.
#[derive(Debug, Clone, Queryable)]
pub struct ReturnRow {
    pub return_id: LetterReturnId,
    pub letter_id: LetterId,
    /// Of the letter.
    pub number: String,
    pub file_name: String,
    /// Of its file, which has its id among the property's attachments; none if it was removed.
    pub path: Option<String>,
    pub author: Option<String>,
    pub price: Option<BigDecimal>,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
}

macro_rules! listed {
    () => {
        (
            letter_returns::return_id,
            letter_returns::letter_id,
            letters::number,
            letter_returns::file_name,
            attachments::path.nullable(),
            letter_returns::author,
            letter_returns::price,
            letter_returns::created_by_name,
            letter_returns::created_at,
        )
    };
}

macro_rules! of_return {
    () => {
        attachments::table.on(attachments::attachment_id.eq(letter_returns::return_id))
    };
}

#[derive(Debug, Insertable)]
#[diesel(table_name = letter_returns)]
pub struct NewReturn<'a> {
    pub return_id: LetterReturnId,
    pub letter_id: LetterId,
    pub file_name: &'a str,
    pub sha256: &'a str,
    pub author: Option<&'a str>,
    pub changes: Value,
    /// US dollars.
    pub price: Option<BigDecimal>,
    pub created_by: UserId,
    pub created_by_name: &'a str,
}

pub async fn insert_return(
    conn: &mut AsyncPgConnection,
    new: &NewReturn<'_>,
) -> QueryResult<usize> {
    diesel::insert_into(letter_returns::table)
        .values(new)
        .execute(conn)
        .await
}

/// Of all versions of a letter's number, newest first.
pub async fn list_returns(
    conn: &mut AsyncPgConnection,
    letter: &LetterRow,
) -> QueryResult<Vec<ReturnRow>> {
    letter_returns::table
        .inner_join(letters::table)
        .left_join(of_return!())
        .filter(letters::year.eq(letter.year))
        .filter(letters::serial.eq(letter.serial))
        .order((
            letter_returns::created_at.desc(),
            letter_returns::return_id.desc(),
        ))
        .limit(MAX_LISTED)
        .select(listed!())
        .load(conn)
        .await
}

/// A document with its changes.
pub async fn find_return(
    conn: &mut AsyncPgConnection,
    return_id: LetterReturnId,
) -> QueryResult<Option<(ReturnRow, Value)>> {
    letter_returns::table
        .inner_join(letters::table)
        .left_join(of_return!())
        .filter(letter_returns::return_id.eq(return_id))
        .select((listed!(), letter_returns::changes))
        .first(conn)
        .await
        .optional()
}
