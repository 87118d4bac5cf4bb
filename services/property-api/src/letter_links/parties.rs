//! What is known of the other side of letters: the contacts of their properties, and what the letters say of it.
//! Row-level security scopes every query.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{Email, LetterId, PropertyId};
use serde_json::Value;

use super::signer::{Contact, Said};
use crate::schema::letters;

#[derive(QueryableByName)]
struct ContactRow {
    #[diesel(sql_type = SqlUuid)]
    property_id: PropertyId,
    #[diesel(sql_type = Text)]
    email: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    job_title: Option<String>,
}

/// Contacts who can be written to, in the order in which they were linked.
pub async fn list_contacts(
    conn: &mut AsyncPgConnection,
    properties: &[PropertyId],
) -> QueryResult<Vec<(PropertyId, Contact)>> {
    let rows: Vec<ContactRow> = diesel::sql_query(
        "SELECT l.property_id, c.email, trim(concat_ws(' ', c.first_name, c.last_name)) AS name, c.job_title \
         FROM property_contacts l JOIN contacts c ON c.contact_id = l.contact_id \
         WHERE l.property_id = ANY($1) AND c.deleted_at IS NULL AND c.email <> '' \
         ORDER BY l.property_id, l.linked_at, l.contact_id",
    )
    .bind::<Array<SqlUuid>, _>(properties)
    .load(conn)
    .await?;
    let contacts = rows.into_iter().filter_map(|row| {
        let email = row.email.parse::<Email>().ok()?;
        let contact = Contact {
            name: row.name,
            title: row.job_title,
            email,
        };
        Some((row.property_id, contact))
    });
    Ok(contacts.collect())
}

/// What letters say.
pub async fn list_said(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<(LetterId, Said)>> {
    let rows: Vec<(LetterId, Value, Value)> = letters::table
        .filter(letters::letter_id.eq_any(ids))
        .select((letters::letter_id, letters::texts, letters::report))
        .load(conn)
        .await?;
    let said = rows.into_iter();
    let said = said.map(|(letter_id, texts, report)| (letter_id, Said::of(&texts, &report)));
    Ok(said.collect())
}
