//! `parcels.imported`: asks every firm which of the imported parcels it holds.
//!
//! The event is of no firm, so its transaction sees no firm's rows. The list of firms and the table of
//! jobs allow access across firms, which this asks for; what a firm holds is read by its own job.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::parcel_watch::held::TellHeldParcels;
use crate::schema::customers;

#[derive(Debug, Deserialize)]
struct ParcelsImported {
    batch_id: i64,
    counties: Vec<String>,
}

/// A second delivery does nothing. A firm that is asked twice is told once all the same.
pub async fn handle(conn: &mut AsyncPgConnection, event: &Envelope) -> Result<(), HandlerError> {
    let imported: ParcelsImported = event.parse()?;
    tracing::debug!(
        db.reason = "asking firms for held parcels",
        "transaction across firms"
    );
    diesel::sql_query("SET LOCAL app.unscoped = 'on'")
        .execute(conn)
        .await?;
    let firms: Vec<CustomerId> = customers::table
        .select(customers::customer_id)
        .load(conn)
        .await?;
    for firm in firms {
        let job = TellHeldParcels {
            batch_id: imported.batch_id,
            counties: imported.counties.clone(),
        };
        jobs::enqueue(conn, firm, &job).await?;
    }
    Ok(())
}
