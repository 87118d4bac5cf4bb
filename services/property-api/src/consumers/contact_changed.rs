//! `contact.created`, `contact.updated`, `contacts.updated`: update the read copy. All carry whole
//! contacts, so the newest version of each wins. One newer than the contact's deletion restores it.

use db::AsyncPgConnection;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::contacts::store::{self, DirectoryContact, VersionedContact};
use crate::properties::events::{self, By};
use crate::properties::store::{Change, update_property};

#[derive(Deserialize)]
struct Data {
    contact: DirectoryContact,
}

#[derive(Deserialize)]
struct ManyData {
    contacts: Vec<VersionedContact>,
}

/// Stores the contact unless a newer version is stored.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let Data { contact } = envelope.parse()?;
    let version = envelope.aggregateversion.max(1);
    store_contacts(conn, envelope, &[VersionedContact { version, contact }]).await
}

/// Stores each contact unless a newer version is stored.
pub async fn handle_many(
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    let data: ManyData = envelope.parse()?;
    store_contacts(conn, envelope, &data.contacts).await
}

async fn store_contacts(
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
    contacts: &[VersionedContact],
) -> Result<(), HandlerError> {
    // In a fixed order and once each: this prevents deadlocks between restorations.
    let linked = store::restore_contacts(conn, contacts).await?;
    store::upsert_contacts(conn, contacts).await?;
    for property_id in linked {
        let row = update_property(conn, property_id, &Change::default()).await?;
        events::updated(conn, By::event(envelope), &row, &["contact_ids"]).await?;
    }
    Ok(())
}
