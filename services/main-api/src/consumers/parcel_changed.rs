//! `parcel.changed`: keeps what an import changed of a parcel that the firm holds.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use domain::ParcelUuid;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::parcel_watch::domain::FactChange;
use crate::parcel_watch::ops;
use crate::parcel_watch::store::NewChange;

#[derive(Debug, Deserialize)]
struct ParcelChanged {
    ll_uuid: ParcelUuid,
    county_fips: String,
    parcelnumb: String,
    #[serde(default)]
    address: Option<String>,
    changes: Vec<FactChange>,
    batch_id: i64,
    is_undone: bool,
    source: String,
    #[serde(default)]
    source_date: Option<NaiveDate>,
    changed_at: DateTime<Utc>,
    /// Sites of the firm that the parcel is part of.
    #[serde(default)]
    sites: Vec<SiteOfParcel>,
}

#[derive(Debug, Deserialize)]
struct SiteOfParcel {
    site_id: ParcelUuid,
    #[serde(default)]
    name: Option<String>,
    parcelnumb: String,
}

/// A parcel that the firm no longer holds changes nothing, nor does a second event of the same import.
pub async fn handle(conn: &mut AsyncPgConnection, event: &Envelope) -> Result<(), HandlerError> {
    let changed: ParcelChanged = event.parse()?;
    let new = NewChange {
        ll_uuid: changed.ll_uuid,
        county_fips: changed.county_fips,
        parcelnumb: changed.parcelnumb,
        address: changed.address,
        changes: serde_json::to_value(changed.changes)?,
        batch_id: changed.batch_id,
        is_undone: changed.is_undone,
        source: changed.source,
        source_date: changed.source_date,
        changed_at: changed.changed_at,
        sites: changed
            .sites
            .into_iter()
            .map(|site| (site.site_id, site.name.unwrap_or(site.parcelnumb)))
            .collect(),
    };
    ops::keep(conn, event.customerid, &new).await?;
    Ok(())
}
