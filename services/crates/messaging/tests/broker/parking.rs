//! A failing message is retried, parked with its reason, and replayed on request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use db::AsyncPgConnection;
use messaging::parked::{self, Parked, Selection};
use messaging::{Envelope, HandlerError, topology};
use test_support::wait_for;

use crate::consumer::{publish, publish_event};
use crate::harness::{BOUND, House, record};

#[derive(Default)]
struct Moody {
    healed: AtomicBool,
    calls: AtomicUsize,
}

/// Writes its effect and then fails, until told to succeed.
async fn record_or_fail(
    moody: &Arc<Moody>,
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    moody.calls.fetch_add(1, Ordering::SeqCst);
    record(conn, envelope).await?;
    if moody.healed.load(Ordering::SeqCst) {
        Ok(())
    } else {
        Err(HandlerError::retry("the map is upside down"))
    }
}

async fn wait_for_parked(house: &House, count: usize) -> Vec<Parked> {
    wait_for(BOUND, || async {
        parked::list(house.db.pool(), 10)
            .await
            .expect("listed")
            .len()
            == count
    })
    .await;
    parked::list(house.db.pool(), 10).await.expect("listed")
}

#[tokio::test]
async fn a_poison_message_is_retried_parked_and_replayed() {
    let house = House::new().await;
    let moody = Arc::new(Moody::default());
    let consumer = house
        .consumer(house.config())
        .on_with("projects_changed", Arc::clone(&moody), record_or_fail)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    let envelope = Envelope::from_event("main-api", &house.event("p-1", 1));
    publish_event(&house, &envelope).await;

    let rows = wait_for_parked(&house, 1).await;
    assert_eq!(moody.calls.load(Ordering::SeqCst), 3, "one and two retries");
    assert_eq!(rows[0].message_id, envelope.id.to_string());
    assert_eq!(rows[0].event_type, "projects_changed");
    assert_eq!(rows[0].attempts, 3);
    assert_eq!(
        rows[0].reason,
        "failed 3 times, last: the map is upside down"
    );
    assert!(
        house.effects().await.is_empty(),
        "every attempt was rolled back"
    );

    moody.healed.store(true, Ordering::SeqCst);
    let these = Selection::These(vec![rows[0].parked_id]);
    let replayed = parked::replay(house.db.pool(), &house.config(), &these)
        .await
        .expect("replayed");
    assert_eq!(replayed, 1);
    house.wait_for_effects(1).await;
    wait_for_parked(&house, 0).await;
    let again = parked::replay(house.db.pool(), &house.config(), &these)
        .await
        .expect("nothing to replay");
    assert_eq!(again, 0);
    consumer.shutdown().await;
}

#[tokio::test]
async fn a_failing_message_does_not_hold_up_the_next() {
    let house = House::new().await;
    let consumer = house
        .consumer(house.config())
        .on("marker.added", async_panics)
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    let mut bad = Envelope::from_event("main-api", &house.event("bad", 1));
    bad.r#type = "marker.added".to_owned();
    publish_event(&house, &bad).await;
    publish_event(
        &house,
        &Envelope::from_event("main-api", &house.event("good", 1)),
    )
    .await;
    house.wait_for_effects(1).await;
    let rows = wait_for_parked(&house, 1).await;
    assert_eq!(rows[0].reason, "failed 3 times, last: the handler panicked");
    consumer.shutdown().await;
}

async fn async_panics(
    _conn: &mut AsyncPgConnection,
    _envelope: &Envelope,
) -> Result<(), HandlerError> {
    panic!("a fault in a handler");
}

#[derive(serde::Deserialize)]
struct OtherShape {
    marker_id: i64,
}

async fn wants_another_shape(
    _conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    let data: OtherShape = envelope.parse()?;
    Err(HandlerError::retry(format!(
        "marker {} came",
        data.marker_id
    )))
}

#[tokio::test]
async fn what_cannot_be_read_is_parked_at_once() {
    let house = House::new().await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", wants_another_shape)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    let queue = topology::service_queue(house.amqp.namespace(), "main-api");
    publish(&house, "", &queue, b"\xff not json").await;
    let rows = wait_for_parked(&house, 1).await;
    assert!(
        rows[0].reason.starts_with("not an event envelope"),
        "{}",
        rows[0].reason
    );
    assert_eq!(rows[0].attempts, 1);

    publish_event(
        &house,
        &Envelope::from_event("main-api", &house.event("p-1", 1)),
    )
    .await;
    let rows = wait_for_parked(&house, 2).await;
    assert!(rows[1].reason.contains("marker_id"), "{}", rows[1].reason);
    assert_eq!(rows[1].attempts, 1);
    consumer.shutdown().await;
}

#[tokio::test]
async fn what_the_broker_gave_up_on_is_parked_too() {
    let house = House::new().await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    let queue = topology::service_queue(house.amqp.namespace(), "main-api");
    let envelope = Envelope::from_event("main-api", &house.event("p-1", 1));
    let body = serde_json::to_vec(&envelope).expect("JSON");
    publish(&house, "", &topology::parking_queue(&queue), &body).await;
    let rows = wait_for_parked(&house, 1).await;
    assert_eq!(
        rows[0].reason,
        "delivered too often without an acknowledgement"
    );
    assert_eq!(rows[0].message_id, envelope.id.to_string());
    consumer.shutdown().await;
}
