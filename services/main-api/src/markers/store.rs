//! Queries of markers. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use db::copies::kept_text;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{MarkerBatchId, MarkerId, ParcelUuid, ProjectId, UserId};

use super::domain::NewMarker;
use crate::schema::markers;

/// Most rows of one statement: PostgreSQL takes 65,535 parameters.
const MAX_ROWS: usize = 1000;

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = markers, check_for_backend(diesel::pg::Pg))]
pub struct MarkerRow {
    pub marker_id: MarkerId,
    pub project_id: ProjectId,
    pub ll_uuid: Option<ParcelUuid>,
    pub parcelnumb: String,
    pub county_fips: Option<String>,
    pub lon: f64,
    pub lat: f64,
    // From here to the sale: none once the provider's terms have ended.
    #[diesel(select_expression = kept_text(markers::address, markers::keep_until))]
    pub address: Option<String>,
    #[diesel(select_expression = kept_text(markers::scity, markers::keep_until))]
    pub scity: Option<String>,
    #[diesel(select_expression = kept_text(markers::szip, markers::keep_until))]
    pub szip: Option<String>,
    #[diesel(select_expression = kept_text(markers::owner, markers::keep_until))]
    pub owner: Option<String>,
    #[diesel(select_expression = kept_text(markers::careof, markers::keep_until))]
    pub careof: Option<String>,
    /// As the source writes it.
    #[diesel(select_expression = kept_text(markers::saledate, markers::keep_until))]
    pub saledate: Option<String>,
    pub source: Option<String>,
    pub source_licence: Option<String>,
    pub fetched_at: Option<DateTime<Utc>>,
    pub keep_until: Option<DateTime<Utc>>,
    pub image_path: Option<String>,
}

/// Oldest first.
pub async fn list_markers(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<MarkerRow>> {
    markers::table
        .filter(markers::project_id.eq(project_id))
        .order(markers::marker_id)
        .select(MarkerRow::as_select())
        .load(conn)
        .await
}

/// Oldest first.
pub async fn list_of_ids(
    conn: &mut AsyncPgConnection,
    ids: &[MarkerId],
) -> QueryResult<Vec<MarkerRow>> {
    markers::table
        .filter(markers::marker_id.eq_any(ids))
        .order(markers::marker_id)
        .select(MarkerRow::as_select())
        .load(conn)
        .await
}

pub async fn find_marker(
    conn: &mut AsyncPgConnection,
    id: MarkerId,
) -> QueryResult<Option<MarkerRow>> {
    markers::table
        .find(id)
        .select(MarkerRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Finds a project's marker of a parcel. Compares the numbers where either side has no identity.
pub async fn find_marker_of_parcel(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    ll_uuid: Option<ParcelUuid>,
    parcelnumb: &str,
) -> QueryResult<Option<MarkerRow>> {
    let by_number = markers::parcelnumb.eq(parcelnumb.to_owned());
    let query = markers::table
        .filter(markers::project_id.eq(project_id))
        .order(markers::marker_id)
        .select(MarkerRow::as_select());
    match ll_uuid {
        Some(uuid) => {
            query
                .filter(
                    markers::ll_uuid
                        .eq(uuid)
                        .or(markers::ll_uuid.is_null().and(by_number)),
                )
                .first(conn)
                .await
        }
        None => query.filter(by_number).first(conn).await,
    }
    .optional()
}

/// Identities of the firm's markers with this parcel number, in one project or in all.
pub async fn list_identities(
    conn: &mut AsyncPgConnection,
    project_id: Option<ProjectId>,
    parcelnumb: &str,
) -> QueryResult<Vec<ParcelUuid>> {
    let mut query = markers::table
        .filter(markers::parcelnumb.eq(parcelnumb.to_owned()))
        .filter(markers::ll_uuid.is_not_null())
        .select(markers::ll_uuid.assume_not_null())
        .distinct()
        .into_boxed();
    if let Some(project) = project_id {
        query = query.filter(markers::project_id.eq(project));
    }
    query.load(conn).await
}

/// Identities of these parcel numbers in the firm's markers, each with its project.
pub async fn list_identities_of(
    conn: &mut AsyncPgConnection,
    numbers: &[&str],
) -> QueryResult<Vec<(String, ParcelUuid, ProjectId)>> {
    markers::table
        .filter(markers::parcelnumb.eq_any(numbers))
        .filter(markers::ll_uuid.is_not_null())
        .select((
            markers::parcelnumb,
            markers::ll_uuid.assume_not_null(),
            markers::project_id,
        ))
        .distinct()
        .load(conn)
        .await
}

/// The markers get this transaction's firm. Returns them in no particular order.
pub async fn insert_markers(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    created_by: UserId,
    batch_id: Option<MarkerBatchId>,
    markers: &[NewMarker],
) -> QueryResult<Vec<MarkerRow>> {
    let mut rows = Vec::with_capacity(markers.len());
    for some in markers.chunks(MAX_ROWS) {
        let values: Vec<_> = some
            .iter()
            .map(|marker| {
                (
                    markers::project_id.eq(project_id),
                    markers::created_by.eq(created_by),
                    markers::batch_id.eq(batch_id),
                    markers::ll_uuid.eq(marker.ll_uuid),
                    markers::parcelnumb.eq(marker.parcelnumb.as_str()),
                    markers::county_fips.eq(&marker.county_fips),
                    markers::lon.eq(marker.at.lon()),
                    markers::lat.eq(marker.at.lat()),
                    markers::address.eq(&marker.address),
                    markers::scity.eq(&marker.scity),
                    markers::szip.eq(&marker.szip),
                    markers::owner.eq(&marker.owner),
                    markers::careof.eq(&marker.careof),
                    markers::saledate.eq(&marker.saledate),
                    markers::source.eq(&marker.source),
                    markers::source_licence.eq(&marker.source_licence),
                    markers::fetched_at.eq(marker.fetched_at),
                    markers::keep_until.eq(marker.keep_until),
                    markers::image_path.eq(&marker.image_path),
                )
            })
            .collect();
        let inserted: Vec<MarkerRow> = diesel::insert_into(markers::table)
            .values(values)
            .returning(MarkerRow::as_returning())
            .get_results(conn)
            .await?;
        rows.extend(inserted);
    }
    Ok(rows)
}

/// Replaces what was copied of a parcel in the firm's markers of it whose terms have ended. Returns these markers.
pub async fn renew_copies(
    conn: &mut AsyncPgConnection,
    of: &MarkerRow,
    new: &NewMarker,
) -> QueryResult<Vec<MarkerRow>> {
    let ended = markers::table
        .filter(
            markers::marker_id
                .eq(of.marker_id)
                .or(markers::ll_uuid.eq(of.ll_uuid)),
        )
        .filter(markers::keep_until.le(now));
    diesel::update(ended)
        .set((
            markers::address.eq(&new.address),
            markers::scity.eq(&new.scity),
            markers::szip.eq(&new.szip),
            markers::owner.eq(&new.owner),
            markers::careof.eq(&new.careof),
            markers::saledate.eq(&new.saledate),
            markers::source.eq(&new.source),
            markers::source_licence.eq(&new.source_licence),
            markers::fetched_at.eq(new.fetched_at),
            markers::keep_until.eq(new.keep_until),
        ))
        .returning(MarkerRow::as_returning())
        .get_results(conn)
        .await
}

/// Identity and number of each parcel that the project has.
pub async fn list_parcels(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<(Option<ParcelUuid>, String)>> {
    markers::table
        .filter(markers::project_id.eq(project_id))
        .select((markers::ll_uuid, markers::parcelnumb))
        .load(conn)
        .await
}

/// Deletes the markers of a batch that still exist.
pub async fn delete_batch(
    conn: &mut AsyncPgConnection,
    batch_id: MarkerBatchId,
) -> QueryResult<Vec<MarkerRow>> {
    diesel::delete(markers::table.filter(markers::batch_id.eq(batch_id)))
        .returning(MarkerRow::as_returning())
        .get_results(conn)
        .await
}

pub async fn delete_of_project(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<MarkerRow>> {
    diesel::delete(markers::table.filter(markers::project_id.eq(project_id)))
        .returning(MarkerRow::as_returning())
        .get_results(conn)
        .await
}

/// Deletes these markers of a project; returns those that it had.
pub async fn delete_markers(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    ids: &[MarkerId],
) -> QueryResult<Vec<MarkerRow>> {
    let those = markers::table
        .filter(markers::project_id.eq(project_id))
        .filter(markers::marker_id.eq_any(ids));
    diesel::delete(those)
        .returning(MarkerRow::as_returning())
        .get_results(conn)
        .await
}

/// Returns the number of deleted rows: 0 when another request was first.
pub async fn delete_marker(conn: &mut AsyncPgConnection, id: MarkerId) -> QueryResult<usize> {
    diesel::delete(markers::table.find(id)).execute(conn).await
}

/// Sets the image of these markers.
pub async fn update_image_path(
    conn: &mut AsyncPgConnection,
    ids: &[MarkerId],
    image_path: &str,
) -> QueryResult<usize> {
    diesel::update(markers::table.filter(markers::marker_id.eq_any(ids)))
        .set(markers::image_path.eq(image_path))
        .execute(conn)
        .await
}
