//! Notes which parcels share their land (decision 114), after those of a provider were written. An import does it for its counties.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel::sql_types::{Array, Double, Integer, Text, Uuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use parcel_record::groups::{self, LAND_LOCK, lock_key};
use parcel_record::shared_land::NOTE_SHARED_LAND_AT;

/// Until the end of the transaction. Two who write parcels on the same land at once would not see each other's.
const HOLD: &str = "SELECT pg_advisory_xact_lock($1, $2)";

const PLACES: &str = "SELECT county_fips, lon, lat FROM parcels WHERE ll_uuid = ANY ($1)";

/// The county and the inner point of a parcel.
#[derive(Debug, QueryableByName)]
pub(super) struct Place {
    #[diesel(sql_type = Text)]
    county_fips: String,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
}

/// Waits for others who write parcels of these counties one by one.
pub(super) async fn hold(
    conn: &mut AsyncPgConnection,
    counties: BTreeSet<&str>,
) -> QueryResult<()> {
    for county in counties {
        diesel::sql_query(HOLD)
            .bind::<Integer, _>(LAND_LOCK)
            .bind::<Integer, _>(lock_key(county))
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Where these parcels are.
pub(super) async fn places(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
) -> QueryResult<Vec<Place>> {
    diesel::sql_query(PLACES)
        .bind::<Array<Uuid>, _>(ids)
        .load(conn)
        .await
}

/// At the places where written parcels were and are.
pub(super) async fn note(conn: &mut AsyncPgConnection, at: &[Place]) -> QueryResult<()> {
    let counties: BTreeSet<&str> = at.iter().map(|place| place.county_fips.as_str()).collect();
    let groups = groups::of_counties(counties.iter().copied());
    let counties: Vec<&str> = counties.into_iter().collect();
    let lons: Vec<f64> = at.iter().map(|place| place.lon).collect();
    let lats: Vec<f64> = at.iter().map(|place| place.lat).collect();
    diesel::sql_query(NOTE_SHARED_LAND_AT)
        .bind::<Array<Text>, _>(counties)
        .bind::<Array<Text>, _>(groups)
        .bind::<Array<Double>, _>(lons)
        .bind::<Array<Double>, _>(lats)
        .execute(conn)
        .await
        .map(drop)
}
