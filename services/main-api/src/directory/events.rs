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
    let event = of_contact(customer_id, actor, what, contact);
    outbox::append(conn, &event).await?;
    Ok(())
}

/// Publishes `contact.updated` for each of these.
pub async fn updated_all(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    contacts: impl IntoIterator<Item = Contact>,
) -> QueryResult<()> {
    let events: Vec<_> = contacts
        .into_iter()
        .map(|contact| of_contact(customer_id, actor, "updated", &contact))
        .collect();
    outbox::append_all(conn, &events).await
}

fn of_contact(customer_id: CustomerId, actor: UserId, what: &str, contact: &Contact) -> Event {
    Event::new(
        format!("contact.{what}"),
        contact.contact_id,
        contact.version,
        customer_id,
        json!({ "contact": contact }),
    )
    .actor(actor)
}

/// Publishes `contact.deleted` for each of these, with the version of the removal.
pub async fn deleted(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    removed: &[(ContactId, i64)],
) -> QueryResult<()> {
    let events: Vec<_> = removed
        .iter()
        .map(|(id, version)| {
            let data = json!({ "contact_id": id });
            Event::new("contact.deleted", id, *version, customer_id, data).actor(actor)
        })
        .collect();
    outbox::append_all(conn, &events).await
}
