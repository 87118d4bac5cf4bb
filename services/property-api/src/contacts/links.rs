//! Links between contacts and properties.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ContactId, PropertyId};

use super::store::ContactRow;
use crate::schema::{contacts, property_contacts};

/// Links a contact to a property; idempotent.
pub async fn insert_link(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    contact_id: ContactId,
) -> QueryResult<bool> {
    let written = diesel::insert_into(property_contacts::table)
        .values((
            property_contacts::property_id.eq(property_id),
            property_contacts::contact_id.eq(contact_id),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(written == 1)
}

/// Removes a link; false if there was none.
pub async fn delete_link(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    contact_id: ContactId,
) -> QueryResult<bool> {
    let link = property_contacts::table
        .filter(property_contacts::property_id.eq(property_id))
        .filter(property_contacts::contact_id.eq(contact_id));
    Ok(diesel::delete(link).execute(conn).await? == 1)
}

/// In the order in which they were linked.
pub async fn list_contact_ids(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<ContactId>> {
    property_contacts::table
        .filter(property_contacts::property_id.eq(property_id))
        .order((property_contacts::linked_at, property_contacts::contact_id))
        .select(property_contacts::contact_id)
        .load(conn)
        .await
}

/// The first linked contact that the read copy holds.
pub async fn find_first_contact(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Option<ContactRow>> {
    property_contacts::table
        .inner_join(contacts::table.on(contacts::contact_id.eq(property_contacts::contact_id)))
        .filter(property_contacts::property_id.eq(property_id))
        .filter(contacts::deleted_at.is_null())
        .order((property_contacts::linked_at, property_contacts::contact_id))
        .select(ContactRow::as_select())
        .first(conn)
        .await
        .optional()
}
