//! `contact.deleted`: deletes the contact from the read copy and every property.

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

/// Stores a tombstone and unlinks the contact.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    let mut linked =
        store::delete_contact(conn, data.contact_id, envelope.aggregateversion).await?;
    // A fixed order prevents deadlocks between deletions.
    linked.sort_unstable();
    for property_id in linked {
        let row = update_property(conn, property_id, &Change::default()).await?;
        events::updated(conn, By::event(envelope), &row, &["contact_ids"]).await?;
    }
    Ok(())
}
