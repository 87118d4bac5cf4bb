//! Events about contacts. They hold the whole contact, so that a consumer's read copy needs no
//! further request. A change of many contacts has an event for each portion of them: the subject is
//! the firm, and each contact has its own version.

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
    let event = Event::new(
        format!("contact.{what}"),
        contact.contact_id,
        contact.version,
        customer_id,
        json!({ "contact": contact }),
    );
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}

/// Publishes `contact.deleted`, with the version of the removal.
pub async fn deleted(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    contact_id: ContactId,
    version: i64,
) -> QueryResult<()> {
    let data = json!({ "contact_id": contact_id });
    let event = Event::new("contact.deleted", contact_id, version, customer_id, data);
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}

/// Publishes `contacts.updated` of these contacts.
pub async fn many_updated(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    contacts: &[Contact],
) -> QueryResult<()> {
    if contacts.is_empty() {
        return Ok(());
    }
    let data = json!({ "contacts": contacts });
    let event = Event::new("contacts.updated", customer_id, 1, customer_id, data);
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}

/// Publishes `contacts.deleted` of these contacts, with the versions of the removal.
pub async fn many_deleted(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    removed: &[(ContactId, i64)],
) -> QueryResult<()> {
    let contacts: Vec<_> = removed
        .iter()
        .map(|(id, version)| json!({ "contact_id": id, "version": version }))
        .collect();
    let data = json!({ "contacts": contacts });
    let event = Event::new("contacts.deleted", customer_id, 1, customer_id, data);
    outbox::append(conn, &event.actor(actor)).await?;
    Ok(())
}
