//! `contact.created`, `contact.updated`: the read copy follows. Both carry the whole contact, so
//! whichever is newer stands.

use db::AsyncPgConnection;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::ownership::store::{self, DirectoryContact};

#[derive(Deserialize)]
struct Data {
    contact: DirectoryContact,
}

/// Stores the contact unless a newer version is there.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    store::upsert_contact(conn, &data.contact, envelope.aggregateversion.max(1)).await?;
    Ok(())
}
