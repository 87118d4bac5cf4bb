//! `contact.created`, `contact.updated`: update the read copy. Both carry the whole contact, so the
//! newest version wins. One newer than the contact's deletion restores it.

use db::AsyncPgConnection;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::contacts::store::{self, DirectoryContact};
use crate::properties::events::{self, By};
use crate::properties::store::{Change, update_property};

#[derive(Deserialize)]
struct Data {
    contact: DirectoryContact,
}

/// Stores the contact unless a newer version is stored.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    let version = envelope.aggregateversion.max(1);
    let mut linked = store::restore_contact(conn, data.contact.contact_id, version).await?;
    store::upsert_contact(conn, &data.contact, version).await?;
    // A fixed order prevents deadlocks between restorations.
    linked.sort_unstable();
    for property_id in linked {
        let row = update_property(conn, property_id, &Change::default()).await?;
        events::updated(conn, By::event(envelope), &row, &["contact_ids"]).await?;
    }
    Ok(())
}
