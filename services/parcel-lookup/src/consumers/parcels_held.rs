//! `parcels.held`: compares a page of parcels that a firm holds with what they were before an import.

use diesel_async::AsyncPgConnection;
use domain::ParcelUuid;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::parcel_watch::ops;

/// Data of `parcels.held`.
#[derive(Debug, Deserialize)]
struct ParcelsHeld {
    batch_id: i64,
    ll_uuids: Vec<ParcelUuid>,
}

/// A firm is told once of a batch and a parcel, however often it is named.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let held: ParcelsHeld = envelope.parse()?;
    ops::compare(conn, envelope.customerid, held.batch_id, &held.ll_uuids).await?;
    Ok(())
}
