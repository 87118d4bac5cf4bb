//! How a property comes to be, and how it gets its parcel's true identity.
//!
//! A marker may be added before anybody knows the parcel's identity. The property then stands under
//! a derived one until the parcel is described.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::links;
use super::store::{self, Change, NewProperty, PropertyRow, lock_property_of_parcel};
use crate::schema::site_images;

/// The property of a parcel, made where there is none; and whether it is new. Locked.
pub async fn find_or_insert(
    conn: &mut AsyncPgConnection,
    mut new: NewProperty,
) -> QueryResult<(PropertyRow, bool)> {
    if let Some(row) = lock_property_of_parcel(conn, new.ll_uuid).await? {
        return Ok((row, false));
    }
    new.image_path = find_image(conn, new.ll_uuid, &new.parcel_number).await?;
    if let Some(row) = store::insert_property(conn, &new).await? {
        return Ok((row, true));
    }
    // Another transaction inserted it between the two statements and has committed by now.
    let row = lock_property_of_parcel(conn, new.ll_uuid).await?;
    row.map(|row| (row, false))
        .ok_or(diesel::result::Error::NotFound)
}

/// Gives a property with a derived identity its true one. Where the firm has a property of that
/// identity already, the projects move over to it and the derived one stays behind, in no project.
/// The row that stands for the parcel afterwards.
pub async fn settle(
    conn: &mut AsyncPgConnection,
    row: PropertyRow,
    ll_uuid: Uuid,
) -> QueryResult<PropertyRow> {
    if !row.provisional {
        return Ok(row);
    }
    let other = store::lock_property_of_parcel(conn, ll_uuid).await?;
    if let Some(other) = other.filter(|other| other.property_id != row.property_id) {
        links::move_links(conn, row.property_id, other.property_id).await?;
        return Ok(other);
    }
    let change = Change {
        ll_uuid: Some(ll_uuid),
        provisional: Some(false),
        ..Change::default()
    };
    store::update_property(conn, row.property_id, &change).await
}

/// Remembers the picture of a parcel, by its identity or, without one, its number.
pub async fn remember_image(
    conn: &mut AsyncPgConnection,
    parcel: &str,
    image_path: &str,
    version: i64,
) -> QueryResult<()> {
    diesel::insert_into(site_images::table)
        .values((
            site_images::parcel.eq(parcel),
            site_images::image_path.eq(image_path),
            site_images::version.eq(version),
        ))
        .on_conflict((site_images::customer_id, site_images::parcel))
        .do_update()
        .set((
            site_images::image_path.eq(image_path),
            site_images::version.eq(version),
        ))
        .execute(conn)
        .await
        .map(drop)
}

async fn find_image(
    conn: &mut AsyncPgConnection,
    ll_uuid: Uuid,
    parcel_number: &str,
) -> QueryResult<Option<String>> {
    site_images::table
        .filter(site_images::parcel.eq_any([ll_uuid.to_string(), parcel_number.to_owned()]))
        .order(site_images::version.desc())
        .select(site_images::image_path)
        .first(conn)
        .await
        .optional()
}
