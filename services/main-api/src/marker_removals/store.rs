//! Queries of removals. Row-level security scopes every query.

use chrono::{DateTime, Duration, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{MarkerId, MarkerRemovalId, ProjectId, UserId};
use uuid::Uuid;

use crate::schema::marker_removals;

/// How long removals are kept; longer than they can be undone, so that a late request is told so.
const KEPT: Duration = Duration::hours(1);

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = marker_removals, check_for_backend(diesel::pg::Pg))]
pub struct RemovalRow {
    pub project_id: ProjectId,
    pub removed_at: DateTime<Utc>,
    pub undone_at: Option<DateTime<Utc>>,
}

/// Keeps those of the markers that the project has. The removal gets this transaction's firm.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    removed_by: UserId,
    markers: &[MarkerId],
) -> QueryResult<MarkerRemovalId> {
    let id = MarkerRemovalId(Uuid::now_v7());
    diesel::sql_query(
        "INSERT INTO marker_removals (removal_id, project_id, removed_by, markers) \
         SELECT $1, $2, $3, coalesce(jsonb_agg(to_jsonb(m) ORDER BY m.marker_id), '[]') \
         FROM markers m WHERE m.project_id = $2 AND m.marker_id = ANY ($4)",
    )
    .bind::<SqlUuid, _>(id)
    .bind::<SqlUuid, _>(project_id)
    .bind::<SqlUuid, _>(removed_by)
    .bind::<Array<BigInt>, _>(markers)
    .execute(conn)
    .await?;
    Ok(id)
}

/// Locked, so that it is undone once.
pub async fn find_for_update(
    conn: &mut AsyncPgConnection,
    id: MarkerRemovalId,
) -> QueryResult<Option<RemovalRow>> {
    marker_removals::table
        .find(id)
        .select(RemovalRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// How many markers a removal keeps.
pub async fn count_markers(
    conn: &mut AsyncPgConnection,
    id: MarkerRemovalId,
) -> QueryResult<usize> {
    let markers = diesel::dsl::sql::<diesel::sql_types::Integer>("jsonb_array_length(markers)");
    let count: i32 = marker_removals::table
        .find(id)
        .select(markers)
        .first(conn)
        .await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

#[derive(QueryableByName)]
struct Restored {
    #[diesel(sql_type = BigInt)]
    marker_id: MarkerId,
}

/// Adds the removed parcels that the project does not have, in their former order, with new ids: other
/// services remember that the old ones were removed.
pub async fn restore(
    conn: &mut AsyncPgConnection,
    id: MarkerRemovalId,
) -> QueryResult<Vec<MarkerId>> {
    // Two conditions, so that each is a hash join.
    let rows: Vec<Restored> = diesel::sql_query(
        "INSERT INTO markers (project_id, batch_id, ll_uuid, parcelnumb, county_fips, lon, lat, address, \
            scity, szip, owner, careof, saledate, source, source_licence, fetched_at, keep_until, image_path, created_by, created_at) \
         SELECT r.project_id, k.batch_id, k.ll_uuid, k.parcelnumb, k.county_fips, k.lon, k.lat, k.address, \
            k.scity, k.szip, k.owner, k.careof, k.saledate, k.source, k.source_licence, k.fetched_at, k.keep_until, k.image_path, k.created_by, k.created_at \
         FROM marker_removals r, jsonb_populate_recordset(NULL::markers, r.markers) AS k \
         WHERE r.removal_id = $1 \
           AND NOT EXISTS (SELECT FROM markers m WHERE m.project_id = r.project_id AND m.ll_uuid = k.ll_uuid) \
           AND NOT EXISTS (SELECT FROM markers m WHERE m.project_id = r.project_id \
             AND m.parcelnumb = k.parcelnumb AND (m.ll_uuid IS NULL OR k.ll_uuid IS NULL)) \
         ORDER BY k.marker_id RETURNING marker_id",
    )
    .bind::<SqlUuid, _>(id)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| row.marker_id).collect())
}

pub async fn set_undone(conn: &mut AsyncPgConnection, id: MarkerRemovalId) -> QueryResult<usize> {
    diesel::update(marker_removals::table.find(id))
        .set(marker_removals::undone_at.eq(diesel::dsl::now))
        .execute(conn)
        .await
}

/// Deletes a removal of nothing.
pub async fn delete(conn: &mut AsyncPgConnection, id: MarkerRemovalId) -> QueryResult<usize> {
    diesel::delete(marker_removals::table.find(id))
        .execute(conn)
        .await
}

/// Deletes removals that can no longer be undone.
pub async fn unscoped_delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let old = marker_removals::table.filter(marker_removals::removed_at.lt(Utc::now() - KEPT));
    diesel::delete(old).execute(conn).await
}
