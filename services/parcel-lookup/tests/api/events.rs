//! `marker.added` to `parcel.described`, and `session.revoked`, checked against the contract.

use std::time::Duration;

use domain::{CustomerId, ParcelUuid};
use futures::StreamExt as _;
use messaging::{Broadcast, Envelope, Event, outbox};
use serde_json::{Value, json};
use test_support::{assert_event_valid, event_example, wait_for};
use uuid::Uuid;

use crate::support::{World, square};

/// Generous, for slow machines.
const BOUND: Duration = Duration::from_secs(30);

/// Publishes events of a firm as main-api would, and waits for the service's events.
pub async fn describe(world: &World, customer: CustomerId, markers: &[Value]) -> Vec<Envelope> {
    let mut said = Broadcast::subscribe(world.amqp.config("listener"), &["parcel.described"]);
    let mut connections = said.connections();
    tokio::time::timeout(BOUND, connections.wait_for(|count| *count > 0))
        .await
        .unwrap()
        .unwrap();
    // Events published before the queue is bound are lost.
    wait_for(BOUND, || async {
        world
            .anonymous(reqwest::Method::GET, "/readyz")
            .send()
            .await
            .unwrap()
            .status()
            == 200
    })
    .await;
    for marker in markers {
        let event = Event::new(
            "marker.added",
            marker["marker_id"].to_string(),
            1,
            customer,
            marker.clone(),
        );
        db::tenant_tx(world.db.pool(), customer, async |conn| {
            outbox::append(conn, &event).await
        })
        .await
        .unwrap();
    }
    let mut envelopes = Vec::new();
    while envelopes.len() < markers.len() {
        let envelope = tokio::time::timeout(BOUND, said.next())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(envelope.customerid, customer);
        assert_event_valid(&envelope);
        envelopes.push(envelope);
    }
    envelopes
}

pub fn marker(changes: &Value) -> Value {
    let mut data = event_example("marker.added").data;
    for (name, value) in changes.as_object().unwrap() {
        data[name] = value.clone();
    }
    data
}

#[tokio::test(flavor = "multi_thread")]
async fn a_marker_makes_its_parcel_described_however_it_is_named() {
    let world = World::start().await;
    let mut parcel = square("48201", "0010020000013", -95.37, 29.76);
    parcel.fields.owner = Some("Bayou Crest Holdings LLC".to_owned());
    parcel.fields.landval = Some("250000".parse().unwrap());
    let id = parcel.fields.ll_uuid;
    world.put(vec![parcel]).await;
    let ways = [
        json!({ "marker_id": 1, "ll_uuid": id, "parcelnumb": "anything", "lon": 0.0, "lat": 0.0 }),
        json!({ "marker_id": 2, "ll_uuid": Uuid::new_v4(), "parcelnumb": "0010020000013", "county_fips": "48201", "lon": 0.0, "lat": 0.0 }),
        json!({ "marker_id": 3, "ll_uuid": null, "parcelnumb": "0010020000013", "county_fips": null, "lon": -95.3695, "lat": 29.7605 }),
    ];
    let customer = CustomerId(Uuid::new_v4());
    let mut described = describe(&world, customer, &ways.each_ref().map(marker)).await;
    described.sort_by_key(|envelope| envelope.data["marker_id"].as_i64());
    for (envelope, marker_id) in described.iter().zip(1..) {
        assert_eq!(envelope.data["marker_id"], marker_id);
        assert_eq!(envelope.subject, id.to_string());
        let parcel = &envelope.data["parcel"];
        assert_eq!(parcel["owner"], "Bayou Crest Holdings LLC");
        assert_eq!(parcel["landval"], 250_000);
        assert_eq!(parcel["geometry"]["type"], "Polygon");
        assert_eq!(parcel["source"], "Test County");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_parcel_is_described_by_the_marker_itself() {
    let world = World::start().await;
    let known = marker(&json!({}));
    let nameless = marker(
        &json!({ "marker_id": 2000, "ll_uuid": null, "county_fips": null, "saledate": "unknown" }),
    );
    let customer = CustomerId(Uuid::new_v4());
    let mut described = describe(&world, customer, &[known.clone(), nameless]).await;
    described.sort_by_key(|envelope| envelope.data["marker_id"].as_i64());
    let parcel = &described[0].data["parcel"];
    for name in [
        "ll_uuid",
        "parcelnumb",
        "county_fips",
        "address",
        "scity",
        "szip",
        "owner",
        "careof",
        "saledate",
        "lon",
        "lat",
    ] {
        assert_eq!(parcel[name], known[name], "{name}");
    }
    assert_eq!(
        (&parcel["source"], &parcel["geometry"], &parcel["is_sample"]),
        (&json!("marker"), &Value::Null, &json!(false))
    );
    let derived = ParcelUuid::derive(
        "00000",
        &known["parcelnumb"].as_str().unwrap().parse().unwrap(),
    );
    assert_eq!(described[1].subject, derived.to_string());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_session_is_refused_here_too() {
    let world = World::start().await;
    assert_eq!(world.get("/map_config").send().await.unwrap().status(), 200);
    let customer = CustomerId(Uuid::new_v4());
    let data =
        json!({ "session_ids": [world.session], "user_id": Uuid::new_v4(), "reason": "logout" });
    // Broadcasts reach only bound queues, so the event is published until it is received.
    wait_for(BOUND, || {
        let event = Event::new("session.revoked", world.session, 1, customer, data.clone());
        let world = &world;
        async move {
            db::tenant_tx(world.db.pool(), customer, async |conn| {
                outbox::append(conn, &event).await
            })
            .await
            .unwrap();
            world.get("/map_config").send().await.unwrap().status() == 401
        }
    })
    .await;
    world.stop().await;
}
