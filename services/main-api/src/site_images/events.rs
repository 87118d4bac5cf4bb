//! Events about site images.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, ParcelUuid, UserId};
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
) -> QueryResult<()> {
    let subject = ll_uuid.map_or_else(|| parcelnumb.to_owned(), |uuid| uuid.to_string());
    let data = json!({ "parcelnumb": parcelnumb, "ll_uuid": ll_uuid, "image_path": image_path });
    outbox::append(
        conn,
        &Event::new("site_image.saved", subject, 1, customer_id, data).actor(actor),
    )
    .await?;
    Ok(())
}
