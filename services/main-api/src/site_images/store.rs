//! Queries of site pictures. No transaction is opened here.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use crate::schema::site_images;

/// A picture as stored.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = site_images, check_for_backend(diesel::pg::Pg))]
pub struct SiteImageRow {
    /// Number within its county.
    pub parcelnumb: String,
    /// The parcel's identity.
    pub ll_uuid: Option<Uuid>,
    /// File name, made by us.
    pub file_name: String,
    /// By its bytes.
    pub content_type: String,
    /// Hexadecimal.
    pub sha256: String,
    /// `aerial`.
    pub source: String,
}

/// The firm's picture of a parcel.
pub async fn find_site_image(
    conn: &mut AsyncPgConnection,
    parcelnumb: &str,
) -> QueryResult<Option<SiteImageRow>> {
    site_images::table
        .filter(site_images::parcelnumb.eq(parcelnumb.to_owned()))
        .select(SiteImageRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Stores a picture; false when another request was faster.
pub async fn insert_site_image(
    conn: &mut AsyncPgConnection,
    row: &SiteImageRow,
) -> QueryResult<bool> {
    let inserted = diesel::insert_into(site_images::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(inserted == 1)
}
