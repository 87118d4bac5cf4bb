//! `contact.deleted`, `contacts.deleted`: delete contacts from the read copy and every property.

use db::AsyncPgConnection;
use domain::ContactId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::contacts::store;
use crate::properties::events::{self, By};
use crate::properties::store::{Change, update_property};

#[derive(Deserialize)]
struct Data {
    contact_id: ContactId,
}

#[derive(Deserialize)]
struct ManyData {
    contacts: Vec<Deleted>,
}

#[derive(Deserialize)]
struct Deleted {
    contact_id: ContactId,
    /// Of the deletion.
    version: i64,
}

/// Stores a tombstone and unlinks the contact.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let Data { contact_id } = envelope.parse()?;
    delete(conn, envelope, &[(contact_id, envelope.aggregateversion)]).await
}

/// Stores tombstones and unlinks the contacts.
pub async fn handle_many(
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    let data: ManyData = envelope.parse()?;
    let contacts = data.contacts.iter();
    let deleted: Vec<_> = contacts.map(|one| (one.contact_id, one.version)).collect();
    delete(conn, envelope, &deleted).await
}

async fn delete(
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
    deleted: &[(ContactId, i64)],
) -> Result<(), HandlerError> {
    // In a fixed order and once each: this prevents deadlocks between deletions.
    for property_id in store::delete_contacts(conn, deleted).await? {
        let row = update_property(conn, property_id, &Change::default()).await?;
        events::updated(conn, By::event(envelope), &row, &["contact_ids"]).await?;
    }
    Ok(())
}
