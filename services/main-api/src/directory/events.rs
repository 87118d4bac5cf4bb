//! Events about contacts. They hold the whole contact, so that a consumer's read copy needs no
//! further request.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{ContactId, CustomerId, UserId};
use messaging::{Event, outbox};
use serde_json::json;

use super::dto::Contact;

/// Publishes `contact.created` or `contact.updated`.
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

/// Publishes `contact.deleted`.
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
