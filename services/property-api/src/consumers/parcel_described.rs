//! `parcel.described`: copies the published parcel record to the property.
//!
//! It may arrive before its cause `marker.added`; then it creates property and link. Values set by
//! the firm are never overwritten.

use db::AsyncPgConnection;
use domain::{MarkerId, ProjectId};
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::properties::events::{self, By};
use crate::properties::facts::ParcelRecord;
use crate::properties::links::{self, LinkRow};
use crate::properties::store::{Change, NewProperty, PropertyRow, lock_property, update_property};
use crate::properties::{copies, identity, projects};
use crate::valuation::domain::{Field, Values};

#[derive(Deserialize)]
struct Data {
    project_id: ProjectId,
    marker_id: MarkerId,
    parcel: ParcelRecord,
}

/// Copies the record, unless a newer one was consumed.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    let version = envelope.aggregateversion.max(1);
    let Some(row) = property(conn, &data).await? else {
        return Ok(());
    };
    if row.described_version > version {
        return Ok(());
    }
    let parcel = &data.parcel;
    copies::remember_firm(conn, parcel.source.as_deref(), parcel.keep_until).await?;
    // What another source does not say would otherwise stay without the provider's terms.
    let row = if row.parcel.keep_until.is_some() {
        let mut cleared = copies::clear(conn, &[row.property_id]).await?;
        cleared.pop().unwrap_or(row)
    } else {
        row
    };
    let row = update_property(conn, row.property_id, &change(&row, parcel, version)).await?;
    events::updated(conn, By::event(envelope), &row, &["parcel"]).await?;
    Ok(())
}

/// Locks the described property. None when its marker was removed and no property was created.
async fn property(
    conn: &mut AsyncPgConnection,
    data: &Data,
) -> Result<Option<PropertyRow>, HandlerError> {
    let parcel = &data.parcel;
    match links::lock_link(conn, data.marker_id).await? {
        Some(LinkRow {
            property_id: Some(id),
            ..
        }) => {
            let Some(row) = lock_property(conn, id).await? else {
                return Ok(None);
            };
            Ok(Some(identity::settle(conn, row, parcel.ll_uuid).await?))
        }
        Some(_tombstone) => Ok(None),
        None if projects::is_deleted(conn, data.project_id).await? => Ok(None),
        None => {
            projects::remember(conn, data.project_id).await?;
            let (row, _new) = identity::find_or_insert(conn, new_property(parcel)).await?;
            // Version 0: `marker.added` has not arrived yet.
            links::insert_link(conn, data.marker_id, data.project_id, row.property_id, 0).await?;
            Ok(Some(row))
        }
    }
}

fn new_property(parcel: &ParcelRecord) -> NewProperty {
    NewProperty {
        ll_uuid: parcel.ll_uuid,
        provisional: false,
        parcel_number: parcel.parcelnumb.clone(),
        parcel: parcel.to_stored(),
        image_path: None,
    }
}

fn change(row: &PropertyRow, parcel: &ParcelRecord, version: i64) -> Change {
    let set_by_firm = |column: &str| row.edited.iter().any(|edited| edited == column);
    let values = values(row, parcel);
    Change {
        parcel: Some(parcel.to_stored()),
        square_feet: (!set_by_firm("square_feet")).then_some(parcel.sqft),
        geometry: Some(parcel.geometry.clone()),
        described_version: Some(version),
        ..values.to_change()
    }
}

/// Assessed values where the firm has none of its own, and the resulting offer.
fn values(row: &PropertyRow, parcel: &ParcelRecord) -> Values {
    let set_by_firm = |field: Field| row.edited.iter().any(|edited| edited == field.name());
    let published = parcel.values();
    let before = Values::of(row);
    let mut values = before.clone();
    for (field, value) in [
        (Field::Total, published.total),
        (Field::Appraised, published.appraised),
        (Field::Market, published.market),
    ] {
        if !set_by_firm(field) && value.is_some() {
            values = values.set(field, value);
        }
    }
    // An offer set by the firm stays until the firm changes one of its inputs.
    if set_by_firm(Field::Offer) {
        values.offer = before.offer;
    }
    values
}
