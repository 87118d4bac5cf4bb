//! Queries of drafts. No transaction is opened here; row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::UserId;
use uuid::Uuid;

use crate::schema::letter_drafts;

/// The draft of a property: its HTML and when it was stored.
pub async fn find_draft(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
) -> QueryResult<Option<(String, DateTime<Utc>)>> {
    letter_drafts::table
        .filter(letter_drafts::property_id.eq(property_id))
        .select((letter_drafts::html, letter_drafts::updated_at))
        .first(conn)
        .await
        .optional()
}

/// Stores the draft of a property in place of the one before; when.
pub async fn upsert_draft(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
    html: &str,
    by: UserId,
) -> QueryResult<DateTime<Utc>> {
    diesel::insert_into(letter_drafts::table)
        .values((
            letter_drafts::property_id.eq(property_id),
            letter_drafts::html.eq(html),
            letter_drafts::updated_by.eq(by.0),
        ))
        .on_conflict((letter_drafts::customer_id, letter_drafts::property_id))
        .do_update()
        .set((
            letter_drafts::html.eq(html),
            letter_drafts::updated_by.eq(by.0),
            letter_drafts::updated_at.eq(now),
        ))
        .returning(letter_drafts::updated_at)
        .get_result(conn)
        .await
}

/// Removes the draft of a property, if there is one.
pub async fn delete_draft(conn: &mut AsyncPgConnection, property_id: Uuid) -> QueryResult<usize> {
    diesel::delete(letter_drafts::table.filter(letter_drafts::property_id.eq(property_id)))
        .execute(conn)
        .await
}
