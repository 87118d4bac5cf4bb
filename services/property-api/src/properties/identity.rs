//! Creation of properties, and how they get their parcel's real identity.
//!
//! A marker may be added before the parcel's identity is known. The property then has a derived
//! (provisional) identity until the parcel is described.

use db::AsyncPgConnection;
use diesel::prelude::*;
use domain::ParcelUuid;

use super::store::{self, Change, NewProperty, PropertyRow, lock_property_of_parcel};
use super::{images, links};

/// Finds or creates the property of a parcel and locks it; also returns whether it is new.
pub async fn find_or_insert(
    conn: &mut AsyncPgConnection,
    mut new: NewProperty,
) -> QueryResult<(PropertyRow, bool)> {
    if let Some(row) = lock_property_of_parcel(conn, new.ll_uuid).await? {
        return Ok((row, false));
    }
    new.image_path = images::find_image(conn, &new).await?;
    if let Some(row) = store::insert_property(conn, &new).await? {
        return Ok((row, true));
    }
    // Another transaction inserted it between the two statements and has committed by now.
    let row = lock_property_of_parcel(conn, new.ll_uuid).await?;
    row.map(|row| (row, false))
        .ok_or(diesel::result::Error::NotFound)
}

/// Replaces a derived identity by the real one. If the firm already has a property with that
/// identity, the projects are moved to it and the derived one is left without projects. Returns the
/// parcel's property.
pub async fn settle(
    conn: &mut AsyncPgConnection,
    row: PropertyRow,
    ll_uuid: ParcelUuid,
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
