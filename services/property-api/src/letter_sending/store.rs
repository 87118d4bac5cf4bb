//! Queries of what is sent with letters. Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LetterId, PropertyId};
use serde_json::Value;

use crate::schema::letters;

/// A contact of a property who can be written to.
#[derive(Debug, Clone, QueryableByName)]
pub struct ReceiverRow {
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
    #[diesel(sql_type = Text)]
    pub email: String,
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub job_title: Option<String>,
}

/// In the order in which they were linked.
pub async fn list_receivers(
    conn: &mut AsyncPgConnection,
    properties: &[PropertyId],
) -> QueryResult<Vec<ReceiverRow>> {
    diesel::sql_query(
        "SELECT l.property_id, c.email, trim(concat_ws(' ', c.first_name, c.last_name)) AS name, c.job_title \
         FROM property_contacts l JOIN contacts c ON c.contact_id = l.contact_id \
         WHERE l.property_id = ANY($1) AND c.deleted_at IS NULL AND c.email <> '' \
         ORDER BY l.property_id, l.linked_at, l.contact_id",
    )
    .bind::<Array<SqlUuid>, _>(properties)
    .load(conn)
    .await
}

/// The texts of the terms of letters, and what they lack.
pub async fn list_said(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<(LetterId, Value, Value)>> {
    letters::table
        .filter(letters::letter_id.eq_any(ids))
        .select((letters::letter_id, letters::texts, letters::report))
        .load(conn)
        .await
}
