//! One effect per event, however often it is delivered.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use db::AsyncPgConnection;
use lapin::BasicProperties;
use lapin::options::{BasicPublishOptions, ConfirmSelectOptions};
use messaging::{Envelope, HandlerError, topology};
use test_support::{TcpProxy, wait_for};
use uuid::Uuid;

use crate::harness::{BOUND, House, record};

/// Publishes as another service would, confirmed.
pub async fn publish(house: &House, exchange: &str, routing_key: &str, body: &[u8]) {
    let connection = house.amqp.connection().await;
    let channel = connection.create_channel().await.expect("a channel");
    channel
        .confirm_select(ConfirmSelectOptions::default())
        .await
        .expect("confirms");
    channel
        .basic_publish(
            exchange.into(),
            routing_key.into(),
            BasicPublishOptions::default(),
            body,
            BasicProperties::default().with_delivery_mode(2),
        )
        .await
        .expect("published")
        .await
        .expect("confirmed");
}

pub async fn publish_event(house: &House, envelope: &Envelope) {
    let exchange = topology::exchange(house.amqp.namespace());
    let body = serde_json::to_vec(envelope).expect("JSON");
    publish(house, &exchange, &envelope.r#type, &body).await;
}

#[tokio::test]
async fn the_same_event_twice_has_one_effect() {
    let house = House::new().await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    let twice = Envelope::from_event("main-api", &house.event("p-1", 1));
    let after = Envelope::from_event("main-api", &house.event("p-2", 1));
    publish_event(&house, &twice).await;
    publish_event(&house, &twice).await;
    publish_event(&house, &after).await;
    // One queue, one consumer: when the third has its effect, the second has been handled.
    wait_for(BOUND, || async {
        house
            .effects()
            .await
            .iter()
            .any(|(subject, _)| subject == "p-2")
    })
    .await;
    assert_eq!(house.effects().await.len(), 2);
    consumer.shutdown().await;
}

struct Cutter {
    proxy: Arc<TcpProxy>,
    calls: AtomicUsize,
}

/// Cuts the broker connection after the effect is written and before the acknowledgement.
async fn record_and_cut(
    cutter: &Arc<Cutter>,
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    record(conn, envelope).await?;
    if cutter.calls.fetch_add(1, Ordering::SeqCst) == 0 {
        cutter.proxy.cut();
    }
    Ok(())
}

#[tokio::test]
async fn consumer_cut_off_between_effect_and_ack_has_one_effect() {
    let house = House::new().await;
    let proxy = Arc::new(TcpProxy::to(house.amqp.url()).await);
    let cutter = Arc::new(Cutter {
        proxy: Arc::clone(&proxy),
        calls: AtomicUsize::new(0),
    });
    let consumer = house
        .consumer(house.amqp.config_at("main-api", &proxy.url()))
        .on_with("projects_changed", Arc::clone(&cutter), record_and_cut)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    publish_event(
        &house,
        &Envelope::from_event("main-api", &house.event("p-1", 1)),
    )
    .await;
    house.wait_for_effects(1).await;
    wait_for(BOUND, || async { !consumer.health().is_connected() }).await;
    proxy.restore();
    // The broker redelivers the first one before this one.
    publish_event(
        &house,
        &Envelope::from_event("main-api", &house.event("p-2", 1)),
    )
    .await;
    house.wait_for_effects(2).await;
    let subjects: Vec<String> = house.effects().await.into_iter().map(|(s, _)| s).collect();
    assert_eq!(subjects, ["p-1", "p-2"]);
    assert_eq!(
        cutter.calls.load(Ordering::SeqCst),
        2,
        "the redelivered event did not reach the handler"
    );
    consumer.shutdown().await;
}

/// Hangs with the effect written but not committed.
async fn record_and_hang(
    reached: &Arc<tokio::sync::Notify>,
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    record(conn, envelope).await?;
    reached.notify_one();
    std::future::pending().await
}

#[tokio::test]
async fn a_consumer_killed_in_the_middle_leaves_the_event_to_the_next_one() {
    let house = House::new().await;
    let reached = Arc::new(tokio::sync::Notify::new());
    let dying = house
        .consumer(house.config())
        .on_with("projects_changed", Arc::clone(&reached), record_and_hang)
        .spawn();
    wait_for(BOUND, || async { dying.health().is_connected() }).await;
    publish_event(
        &house,
        &Envelope::from_event("main-api", &house.event("p-1", 1)),
    )
    .await;
    tokio::time::timeout(BOUND, reached.notified())
        .await
        .expect("the handler runs");
    dying.abort();
    let next = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    house.wait_for_effects(1).await;
    assert_eq!(house.effects().await, [("p-1".to_owned(), 1)]);
    next.shutdown().await;
}

/// Holds each event until it is released.
struct Gate {
    reached: tokio::sync::Notify,
    release: tokio::sync::Notify,
}

async fn record_when_released(
    gate: &Arc<Gate>,
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    gate.reached.notify_one();
    gate.release.notified().await;
    record(conn, envelope).await
}

#[tokio::test]
async fn a_consumer_that_is_told_to_stop_takes_no_further_message() {
    let house = House::new().await;
    let gate = Arc::new(Gate {
        reached: tokio::sync::Notify::new(),
        release: tokio::sync::Notify::new(),
    });
    // Several rounds: the choice between a message that waits and the order to stop was random.
    for round in 1..=5 {
        let consumer = house
            .consumer(house.config())
            .on_with("projects_changed", Arc::clone(&gate), record_when_released)
            .spawn();
        wait_for(BOUND, || async { consumer.health().is_connected() }).await;
        for number in 0..4 {
            let event = house.event(&format!("p-{round}-{number}"), 1);
            publish_event(&house, &Envelope::from_event("main-api", &event)).await;
        }
        tokio::time::timeout(BOUND, gate.reached.notified())
            .await
            .expect("the handler runs");
        tokio::join!(consumer.shutdown(), async { gate.release.notify_one() });
        assert_eq!(house.effects().await.len(), round);
    }
}

#[tokio::test]
async fn two_replicas_share_the_queue() {
    let house = House::new().await;
    let replicas: Vec<_> = (0..2)
        .map(|_| {
            house
                .consumer(house.config())
                .on("projects_changed", record)
                .spawn()
        })
        .collect();
    for replica in &replicas {
        wait_for(BOUND, || async { replica.health().is_connected() }).await;
    }
    for version in 1..=30 {
        let event = house.event(&Uuid::new_v4().to_string(), version);
        publish_event(&house, &Envelope::from_event("main-api", &event)).await;
    }
    house.wait_for_effects(30).await;
    assert_eq!(house.effects().await.len(), 30);
    for replica in replicas {
        replica.shutdown().await;
    }
}

/// Tries to write for another firm than the event's.
async fn record_for_somebody_else(
    conn: &mut AsyncPgConnection,
    envelope: &Envelope,
) -> Result<(), HandlerError> {
    let mut other = envelope.clone();
    other.customerid = domain::CustomerId(Uuid::new_v4());
    record(conn, &other).await
}

#[tokio::test]
async fn a_handler_cannot_write_for_another_firm() {
    let house = House::new().await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record_for_somebody_else)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    publish_event(
        &house,
        &Envelope::from_event("main-api", &house.event("p-1", 1)),
    )
    .await;
    wait_for(BOUND, || async {
        let parked = messaging::parked::list(house.db.pool(), 10)
            .await
            .expect("listed");
        parked
            .iter()
            .any(|row| row.reason.contains("row-level security"))
    })
    .await;
    assert!(house.effects().await.is_empty());
    consumer.shutdown().await;
}
