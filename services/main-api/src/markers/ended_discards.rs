//! Ends a project's discards of the parcels that it adds, and brings them back when that is undone.
//!
//! Here and not with the discards, which use the markers.

use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{MarkerBatchId, ParcelUuid, ProjectId, UserId};

use super::store::MarkerRow;
use crate::schema::parcel_discards;

/// $1 the project, $2 the person, $3 the batch, $4 and $5 numbers of parcels without identity, and their counties.
const END_BY_NUMBER: &str = "UPDATE parcel_discards AS d \
    SET undone_at = now(), undone_by = $2, ended_by_batch = $3 \
    FROM unnest($4, $5) AS m (parcelnumb, county_fips) \
    WHERE d.project_id = $1 AND d.undone_at IS NULL AND d.facts ->> 'parcelnumb' = m.parcelnumb \
      AND (m.county_fips IS NULL OR m.county_fips = d.facts ->> 'county_fips')";

/// $1 the batch. Not those of parcels that were discarded or added again since. Two conditions on markers, so that each is a hash
/// join.
const BRING_BACK: &str = "UPDATE parcel_discards AS d \
    SET undone_at = NULL, undone_by = NULL, ended_by_batch = NULL \
    WHERE d.ended_by_batch = $1 \
      AND NOT EXISTS (SELECT FROM parcel_discards AS later \
        WHERE later.project_id = d.project_id AND later.ll_uuid = d.ll_uuid AND later.undone_at IS NULL) \
      AND NOT EXISTS (SELECT FROM markers AS m WHERE m.project_id = d.project_id AND m.ll_uuid = d.ll_uuid) \
      AND NOT EXISTS (SELECT FROM markers AS m WHERE m.project_id = d.project_id AND m.ll_uuid IS NULL \
        AND m.parcelnumb = d.facts ->> 'parcelnumb')";

/// Ends the project's discards of the parcels of these new markers, and of the parcels of those that are sites. They stay in the
/// history.
pub async fn end(
    conn: &mut AsyncPgConnection,
    (project_id, ended_by): (ProjectId, UserId),
    batch_id: Option<MarkerBatchId>,
    markers: &[MarkerRow],
    of_sites: &[ParcelUuid],
) -> QueryResult<()> {
    let identities = markers.iter().filter_map(|marker| marker.ll_uuid);
    let identities: Vec<ParcelUuid> = identities.chain(of_sites.iter().copied()).collect();
    let active = parcel_discards::table
        .filter(parcel_discards::project_id.eq(project_id))
        .filter(parcel_discards::ll_uuid.eq_any(identities))
        .filter(parcel_discards::undone_at.is_null());
    diesel::update(active)
        .set((
            parcel_discards::undone_at.eq(now),
            parcel_discards::undone_by.eq(ended_by),
            parcel_discards::ended_by_batch.eq(batch_id),
        ))
        .execute(conn)
        .await?;
    // A marker without identity means the parcel of its number.
    let (numbers, counties): (Vec<&str>, Vec<Option<&str>>) = markers
        .iter()
        .filter(|marker| marker.ll_uuid.is_none())
        .map(|marker| (marker.parcelnumb.as_str(), marker.county_fips.as_deref()))
        .unzip();
    if numbers.is_empty() {
        return Ok(());
    }
    diesel::sql_query(END_BY_NUMBER)
        .bind::<SqlUuid, _>(project_id)
        .bind::<SqlUuid, _>(ended_by)
        .bind::<Nullable<SqlUuid>, _>(batch_id)
        .bind::<Array<Text>, _>(numbers)
        .bind::<Array<Nullable<Text>>, _>(counties)
        .execute(conn)
        .await
        .map(drop)
}

/// Brings back the discards that adding a batch ended.
pub async fn bring_back(conn: &mut AsyncPgConnection, batch_id: MarkerBatchId) -> QueryResult<()> {
    diesel::sql_query(BRING_BACK)
        .bind::<SqlUuid, _>(batch_id)
        .execute(conn)
        .await
        .map(drop)
}
