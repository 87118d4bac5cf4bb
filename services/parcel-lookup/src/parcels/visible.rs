//! The parcels that a firm may read: those of the public table, and the licensed ones that it bought.
//!
//! For a transaction of the firm: in any other one there are only the public parcels. Of an identity that
//! both tables have, the public parcel is read.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use domain::ParcelUuid;
use parcel_record::ParcelRecord;

use super::dto::ParcelOutline;
use super::store::Stored;
use super::{licensed, outlines, records, store};

pub async fn find(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Stored>> {
    match store::find(conn, id).await? {
        Some(public) => Ok(Some(public)),
        None => licensed::find(conn, id).await,
    }
}

/// Parcels with this number, in one county or in all.
pub async fn list_by_number(
    conn: &mut AsyncPgConnection,
    parcelnumb: &str,
    county_fips: Option<&str>,
) -> QueryResult<Vec<Stored>> {
    let mut all = store::list_by_number(conn, parcelnumb, county_fips).await?;
    let mut known: HashSet<ParcelUuid> = all.iter().map(id_of).collect();
    let bought = licensed::list_by_number(conn, parcelnumb, county_fips).await?;
    all.extend(
        bought
            .into_iter()
            .filter(|stored| known.insert(id_of(stored))),
    );
    Ok(all)
}

/// The outlines of the parcels with these identities or numbers.
pub async fn list_outlines(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    numbers: &[String],
) -> QueryResult<Vec<ParcelOutline>> {
    let mut all = outlines::list(conn, ids, numbers).await?;
    let mut known: HashSet<ParcelUuid> = all.iter().map(|outline| outline.ll_uuid).collect();
    let bought = licensed::list(conn, ids, numbers).await?;
    let new = bought
        .into_iter()
        .filter(|stored| known.insert(id_of(stored)));
    all.extend(new.map(|stored| ParcelOutline::from(stored.record)));
    Ok(all)
}

/// The records of the parcels with these identities; `geometry` is null unless outlines are asked for.
pub async fn list_records(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    with_outlines: bool,
) -> QueryResult<Vec<ParcelRecord>> {
    let mut all = records::list(conn, ids, with_outlines).await?;
    let mut known: HashSet<ParcelUuid> = all.iter().map(|record| record.fields.ll_uuid).collect();
    let bought = licensed::list(conn, ids, &[]).await?;
    let new = bought
        .into_iter()
        .filter(|stored| known.insert(id_of(stored)));
    all.extend(new.map(|stored| ParcelRecord {
        geometry: stored.record.geometry.filter(|_| with_outlines),
        ..stored.record
    }));
    Ok(all)
}

fn id_of(stored: &Stored) -> ParcelUuid {
    stored.record.fields.ll_uuid
}
