//! `site_image.saved`: sets the image of properties; stored for properties created later.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, PropertyId};
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::properties::events::{self, By};
use crate::properties::identity;
use crate::properties::store::{Change, update_property};
use crate::schema::properties;

#[derive(Deserialize)]
struct Data {
    parcelnumb: String,
    #[serde(default)]
    ll_uuid: Option<ParcelUuid>,
    image_path: String,
}

/// Sets the image of the firm's properties of the parcel. Only images that main-api serves: an
/// external address would be loaded by every colleague's browser.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    if !data.image_path.starts_with("/api/site_images/") {
        return Err(HandlerError::permanent(
            "the image is not one of main-api's",
        ));
    }
    let parcel = data
        .ll_uuid
        .map_or_else(|| data.parcelnumb.clone(), |id| id.to_string());
    identity::remember_image(conn, &parcel, &data.image_path, envelope.aggregateversion).await?;
    for property_id in list_without(conn, &data).await? {
        let change = Change {
            image_path: Some(Some(data.image_path.clone())),
            ..Change::default()
        };
        let row = update_property(conn, property_id, &change).await?;
        events::updated(conn, By::event(envelope), &row, &["image_path"]).await?;
    }
    Ok(())
}

/// Properties of the parcel without this image.
async fn list_without(conn: &mut AsyncPgConnection, data: &Data) -> QueryResult<Vec<PropertyId>> {
    let mut query = properties::table
        .filter(properties::image_path.is_distinct_from(&data.image_path))
        .order(properties::property_id)
        .select(properties::property_id)
        .into_boxed();
    query = match data.ll_uuid {
        Some(id) => query.filter(properties::ll_uuid.eq(id)),
        None => query.filter(properties::parcel_number.eq(&data.parcelnumb)),
    };
    query.load(conn).await
}
