//! From commit to broker: nothing lost, in order, shared by replicas.

use std::time::Duration;

use futures::future::join_all;
use messaging::trace::{TraceContext, scope};
use messaging::{Relay, RelayOptions};
use test_support::{TcpProxy, wait_for};

use crate::harness::{BOUND, House, record};

#[tokio::test]
async fn an_event_goes_from_commit_to_effect() {
    let house = House::new().await;
    let relay = Relay::spawn(house.db.pool().clone(), house.config());
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    house.say(&house.event("p-1", 1)).await;
    house.wait_for_effects(1).await;
    assert_eq!(house.effects().await, [("p-1".to_owned(), 1)]);
    house.wait_for_empty_outbox().await;
    relay.shutdown().await;
    consumer.shutdown().await;
}

#[tokio::test]
async fn a_rolled_back_event_is_never_said() {
    let house = House::new().await;
    let event = house.event("p-1", 1);
    let result: Result<(), diesel::result::Error> =
        db::tenant_tx(house.db.pool(), house.firm, async |conn| {
            messaging::outbox::append(conn, &event).await?;
            Err(diesel::result::Error::RollbackTransaction)
        })
        .await;
    assert!(result.is_err());
    assert_eq!(house.outbox_depth().await, 0);
}

#[tokio::test]
async fn an_event_of_another_firm_is_refused() {
    let house = House::new().await;
    let other = House::new().await;
    let event = other.event("p-1", 1);
    let result = db::tenant_tx(house.db.pool(), house.firm, async |conn| {
        messaging::outbox::append(conn, &event).await
    })
    .await;
    let error = result
        .expect_err("row-level security refuses it")
        .to_string();
    assert!(error.contains("row-level security"), "{error}");
}

#[tokio::test]
async fn broker_away_between_commit_and_publish_delivers_after_its_return() {
    let house = House::new().await;
    let proxy = TcpProxy::to(house.amqp.url()).await;
    let relay = Relay::spawn(
        house.db.pool().clone(),
        house.amqp.config_at("main-api", &proxy.url()),
    );
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async {
        relay.health().is_connected() && consumer.health().is_connected()
    })
    .await;
    proxy.cut();
    wait_for(BOUND, || async { relay.health().check().is_err() }).await;
    // Requests succeed although the broker is unavailable.
    for version in 1..=5 {
        house.say(&house.event("p-1", version)).await;
    }
    assert_eq!(house.outbox_depth().await, 5);
    assert!(house.effects().await.is_empty());
    proxy.restore();
    house.wait_for_effects(5).await;
    let versions: Vec<i64> = house.effects().await.into_iter().map(|(_, v)| v).collect();
    assert_eq!(versions, [1, 2, 3, 4, 5]);
    house.wait_for_empty_outbox().await;
    assert!(relay.health().is_connected());
    relay.shutdown().await;
    consumer.shutdown().await;
}

#[tokio::test]
async fn an_aggregate_stays_in_order_across_relays_and_blips() {
    let house = House::new().await;
    let proxy = TcpProxy::to(house.amqp.url()).await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    // A backlog and small batches, so that each relay finds later events of aggregates whose
    // earlier ones another relay holds.
    db::tenant_tx(house.db.pool(), house.firm, async |conn| {
        for version in 1..=20 {
            for subject in ["a", "b", "c", "d"] {
                messaging::outbox::append(conn, &house.event(subject, version)).await?;
            }
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await
    .expect("said");
    let options = RelayOptions {
        batch: 1,
        sweep: Duration::from_millis(50),
        ..RelayOptions::default()
    };
    let relays: Vec<_> = (0..3)
        .map(|_| {
            let amqp = house.amqp.config_at("main-api", &proxy.url());
            Relay::spawn_with(house.db.pool().clone(), amqp, options.clone())
        })
        .collect();
    house.wait_for_effects(20).await;
    proxy.blip();
    house.wait_for_empty_outbox().await;
    house.wait_for_effects(80).await;
    let effects = house.effects().await;
    assert_eq!(effects.len(), 80, "each effect once");
    for subject in ["a", "b", "c", "d"] {
        let versions: Vec<i64> = effects
            .iter()
            .filter(|(of, _)| of == subject)
            .map(|(_, version)| *version)
            .collect();
        assert_eq!(versions, (1..=20).collect::<Vec<_>>(), "order of {subject}");
    }
    for relay in relays {
        relay.shutdown().await;
    }
    consumer.shutdown().await;
}

#[tokio::test]
async fn every_table_with_a_firm_is_protected() {
    let house = House::new().await;
    assert_eq!(house.db.unprotected_tables().await, Vec::<String>::new());
}

#[tokio::test]
async fn nobody_listening_empties_the_outbox() {
    let house = House::new().await;
    let relay = Relay::spawn(house.db.pool().clone(), house.config());
    house.say(&house.event("p-1", 1)).await;
    house.wait_for_empty_outbox().await;
    relay.shutdown().await;
}

#[tokio::test]
async fn a_known_listener_that_never_ran_finds_its_events() {
    let house = House::new().await;
    let mut amqp = house.config();
    amqp.known_consumers = &[messaging::topology::KnownConsumer {
        service: "main-api",
        types: &["projects_changed"],
    }];
    let relay = Relay::spawn(house.db.pool().clone(), amqp);
    house.say(&house.event("p-1", 1)).await;
    house.wait_for_empty_outbox().await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    house.wait_for_effects(1).await;
    relay.shutdown().await;
    consumer.shutdown().await;
}

#[tokio::test]
async fn request_and_trace_travel_with_the_event() {
    let house = House::new().await;
    let trace = TraceContext {
        request_id: Some("req-7".to_owned()),
        traceparent: Some("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".to_owned()),
    };
    let mut heard = messaging::Broadcast::subscribe(house.config(), &["projects_changed"]);
    wait_for(BOUND, || async { heard.health().is_connected() }).await;
    let relay = Relay::spawn(house.db.pool().clone(), house.config());
    let event = house.event("p-1", 1);
    scope(trace.clone(), house.say(&event)).await;
    let envelope = tokio::time::timeout(BOUND, futures::StreamExt::next(&mut heard))
        .await
        .expect("in time")
        .expect("an event");
    assert_eq!(envelope.trace(), trace);
    assert_eq!(envelope.source, "/main-api");
    relay.shutdown().await;
}

#[tokio::test]
async fn database_cut_under_load_recovers_without_loss() {
    let house = House::new().await;
    let proxy = TcpProxy::to(&house.db.app_url()).await;
    let pool = db::connect(&db::DbConfig::new(proxy.url(), "test")).expect("a valid URL");
    let relay = Relay::spawn(pool.clone(), house.config());
    let consumer = messaging::Consumer::builder("main-api", pool.clone(), house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;

    let writers = (0..4).map(|writer: i64| {
        let (pool, house, proxy) = (pool.clone(), &house, &proxy);
        async move {
            let mut acknowledged = 0;
            for version in 1..=25 {
                if writer == 0 && version % 10 == 0 {
                    proxy.blip();
                }
                let event = house.event(&format!("w-{writer}"), version);
                let said = db::tenant_tx(&pool, house.firm, async |conn| {
                    messaging::outbox::append(conn, &event).await
                })
                .await;
                match said {
                    Ok(_) => acknowledged += 1,
                    Err(error) => assert!(db::is_unavailable(&error), "{error:?}"),
                }
            }
            acknowledged
        }
    });
    let acknowledged: usize = join_all(writers).await.into_iter().sum();
    assert!(acknowledged > 0);
    house.wait_for_empty_outbox().await;
    house.wait_for_effects(acknowledged).await;
    // A commit whose response was lost counts as unacknowledged but may have happened.
    let effects = house.effects().await;
    let distinct: std::collections::HashSet<_> = effects.iter().collect();
    assert_eq!(distinct.len(), effects.len(), "no effect twice");
    db::ready(&pool).await.expect("the pool has recovered");
    relay.shutdown().await;
    consumer.shutdown().await;
}
