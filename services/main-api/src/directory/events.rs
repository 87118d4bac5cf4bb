//! What other services hear of contacts: the whole contact, so that a read copy needs no call back.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{ContactId, CustomerId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

use super::dto::Contact;

/// Says `created` or `updated` of a contact.
pub async fn contact(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    what: &str,
    contact: &Contact,
) -> QueryResult<()> {
    let data = json!({ "contact": contact });
    let event = Event::new(
        format!("contact.{what}"),
        contact.contact_id,
        contact.version,
        customer_id,
        data,
    );
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}

/// Says that a contact is gone.
pub async fn deleted(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    id: ContactId,
    version: i64,
) -> QueryResult<()> {
    let event = Event::new(
        "contact.deleted",
        id,
        version,
        customer_id,
        json!({ "contact_id": id }),
    );
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}
