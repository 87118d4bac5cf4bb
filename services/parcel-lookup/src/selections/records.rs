//! Records of parcels by their ids, and which discards hold for what they say.

use std::collections::{HashMap, HashSet};

use db::Pool;
use diesel::result::Error;
use domain::{CustomerId, ParcelUuid};

use super::error::SelectionError;
use super::reviewed::Discard;
use crate::parcels::dto::ListedParcel;
use crate::parcels::{access_and_shape, flood, visible};

/// The discards that hold for what the parcels' records say now.
pub async fn holding(
    pool: &Pool,
    firm: CustomerId,
    discards: impl IntoIterator<Item = &Discard>,
) -> Result<HashSet<ParcelUuid>, SelectionError> {
    let discards: Vec<&Discard> = discards.into_iter().collect();
    // Distances and measures only of those that rest on them.
    let (measured, others): (Vec<&Discard>, Vec<&Discard>) = discards
        .iter()
        .copied()
        .partition(|discard| discard.is_of_access_or_shape());
    let ids = |of: Vec<&Discard>| -> Vec<ParcelUuid> {
        of.into_iter().map(|discard| discard.ll_uuid).collect()
    };
    let mut parcels = records(pool, firm, &ids(others), false).await?;
    parcels.extend(records(pool, firm, &ids(measured), true).await?);
    let records: HashMap<ParcelUuid, serde_json::Value> = parcels
        .iter()
        .map(|parcel| Ok((parcel.record.fields.ll_uuid, serde_json::to_value(parcel)?)))
        .collect::<serde_json::Result<_>>()
        .map_err(|error| Error::SerializationError(error.into()))?;
    let holding = discards.into_iter().filter(|discard| {
        records
            .get(&discard.ll_uuid)
            .is_some_and(|record| discard.holds(record))
    });
    Ok(holding.map(|discard| discard.ll_uuid).collect())
}

/// The records as they are, without outlines.
pub(super) async fn records(
    pool: &Pool,
    firm: CustomerId,
    ids: &[ParcelUuid],
    is_measured: bool,
) -> Result<Vec<ListedParcel>, SelectionError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let records = db::tenant_tx(pool, firm, async |conn| {
        let records = visible::list_records(conn, ids, is_measured).await?;
        let mut floods = flood::of_records(conn, &records).await?;
        let listed = records.into_iter().map(|record| {
            let flood = floods.remove(&record.fields.ll_uuid).unwrap_or_default();
            ListedParcel::of(record, flood)
        });
        let mut listed: Vec<ListedParcel> = listed.collect();
        if is_measured {
            access_and_shape::add(conn, &mut listed).await?;
            for parcel in &mut listed {
                parcel.record.geometry = None;
            }
        }
        Ok::<_, Error>(listed)
    });
    Ok(records.await?)
}
