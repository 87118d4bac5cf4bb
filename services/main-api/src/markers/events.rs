//! Events about markers.
//!
//! A marker is immutable but for copies whose terms ended and that were renewed, so its version is 1 until it is removed and 2 afterwards.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, UserId};
use messaging::{Event, outbox};
use serde_json::{Value, json};

use super::store::MarkerRow;

/// Publishes `marker.added` of each.
pub async fn added(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    markers: &[MarkerRow],
) -> QueryResult<()> {
    let event = |marker: &MarkerRow| {
        let data = added_data(marker);
        Event::new("marker.added", marker.marker_id, 1, user.customer_id, data).actor(user.user_id)
    };
    outbox::append_all(conn, &markers.iter().map(event).collect::<Vec<_>>()).await
}

/// Publishes `marker.removed` of each.
pub async fn removed(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    actor: UserId,
    markers: &[MarkerRow],
) -> QueryResult<()> {
    let event = |marker: &MarkerRow| {
        let data = removed_data(marker);
        Event::new("marker.removed", marker.marker_id, 2, customer_id, data).actor(actor)
    };
    outbox::append_all(conn, &markers.iter().map(event).collect::<Vec<_>>()).await
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
        "source": marker.source,
        "source_licence": marker.source_licence,
        "fetched_at": marker.fetched_at,
        "keep_until": marker.keep_until,
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
