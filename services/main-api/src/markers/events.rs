//! Events about markers.
//!
//! A marker is immutable, so its version is 1 until it is removed and 2 afterwards.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, UserId};
use messaging::{Event, outbox};
use serde_json::{Value, json};

use super::store::MarkerRow;

/// Publishes `marker.added`.
pub async fn added(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    marker: &MarkerRow,
) -> QueryResult<()> {
    let event = Event::new(
        "marker.added",
        marker.marker_id,
        1,
        customer_id,
        added_data(marker),
    )
    .actor(actor);
    outbox::append(conn, &event).await?;
    Ok(())
}

/// Publishes `marker.removed`.
pub async fn removed(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: Option<UserId>,
    marker: &MarkerRow,
) -> QueryResult<()> {
    let mut event = Event::new(
        "marker.removed",
        marker.marker_id,
        2,
        customer_id,
        removed_data(marker),
    );
    event.actor_id = actor;
    outbox::append(conn, &event).await?;
    Ok(())
}

fn added_data(marker: &MarkerRow) -> Value {
    json!({
        "marker_id": marker.marker_id,
        "project_id": marker.project_id,
        "ll_uuid": marker.ll_uuid,
        "parcelnumb": marker.parcelnumb,
        "county_fips": marker.county_fips,
        "lon": marker.lon,
        "lat": marker.lat,
        "address": marker.address,
        "scity": marker.scity,
        "szip": marker.szip,
        "owner": marker.owner,
        "careof": marker.careof,
        "saledate": marker.saledate,
    })
}

fn removed_data(marker: &MarkerRow) -> Value {
    json!({
        "marker_id": marker.marker_id,
        "project_id": marker.project_id,
        "ll_uuid": marker.ll_uuid,
        "parcelnumb": marker.parcelnumb,
    })
}
