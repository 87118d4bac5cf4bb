//! Events about site images.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, ParcelUuid, Place, UserId};
use messaging::{Event, outbox};
use serde_json::json;

/// Publishes that a parcel has an image. It never gets another, so the version is 1.
pub async fn saved(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    parcelnumb: &str,
    ll_uuid: Option<ParcelUuid>,
    image_path: &str,
    place: &Place,
) -> QueryResult<()> {
    let subject = ll_uuid.map_or_else(|| parcelnumb.to_owned(), |uuid| uuid.to_string());
    let data = json!({
        "parcelnumb": parcelnumb,
        "ll_uuid": ll_uuid,
        "county_fips": place.county_fips,
        "lon": place.at.lon(),
        "lat": place.at.lat(),
        "image_path": image_path,
    });
    outbox::append(
        conn,
        &Event::new("site_image.saved", subject, 1, customer_id, data).actor(actor),
    )
    .await?;
    Ok(())
}
