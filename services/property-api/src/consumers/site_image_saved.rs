//! `site_image.saved`: sets the image of properties; stored for properties created later.

use db::AsyncPgConnection;
use domain::ParcelUuid;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::properties::events::{self, By};
use crate::properties::images::{self, SavedImage};
use crate::properties::store::{Change, update_property};

#[derive(Deserialize)]
struct Data {
    parcelnumb: String,
    #[serde(default)]
    ll_uuid: Option<ParcelUuid>,
    #[serde(default)]
    county_fips: Option<String>,
    #[serde(default)]
    lon: Option<f64>,
    #[serde(default)]
    lat: Option<f64>,
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
    let at = data.lon.zip(data.lat);
    let image = SavedImage {
        parcel_number: &data.parcelnumb,
        ll_uuid: data.ll_uuid,
        place: at.and_then(|(lon, lat)| images::place(data.county_fips.as_deref(), lon, lat)),
        image_path: &data.image_path,
        version: envelope.aggregateversion,
    };
    images::remember_image(conn, &image).await?;
    for property_id in images::list_without(conn, &image).await? {
        let change = Change {
            image_path: Some(Some(data.image_path.clone())),
            ..Change::default()
        };
        let row = update_property(conn, property_id, &change).await?;
        events::updated(conn, By::event(envelope), &row, &["image_path"]).await?;
    }
    Ok(())
}
