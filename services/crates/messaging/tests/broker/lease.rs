//! Leases of the relay: events are published outside any transaction, by one relay at a time.

use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use messaging::{Relay, RelayHandle, RelayOptions};
use test_support::{TcpProxy, wait_for};

use crate::harness::{BOUND, House, record};

/// Longer than anything here may take.
const HELD: Duration = Duration::from_hours(1);
const OTHER_RELAY: &str = "'00000000-0000-7000-8000-00000000000b'";

async fn sql(house: &House, statement: &str) {
    let mut conn = house.db.superuser().await;
    conn.batch_execute(statement).await.expect("valid SQL");
}

async fn count(house: &House, from: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {from}");
    house.db.count(&sql).await
}

async fn wait_for_leases(house: &House, number: i64) {
    wait_for(BOUND, || async {
        count(house, "outbox WHERE leased_by IS NOT NULL").await == number
    })
    .await;
}

/// A relay that polls often.
fn relay(house: &House, amqp: messaging::AmqpConfig) -> RelayHandle {
    let options = RelayOptions {
        sweep: Duration::from_millis(50),
        ..RelayOptions::default()
    };
    Relay::spawn_with(house.db.pool().clone(), amqp, options)
}

/// A relay whose broker does not answer, with one event of `p-1` leased.
async fn relay_in_the_middle(house: &House) -> (TcpProxy, RelayHandle) {
    let proxy = TcpProxy::to(house.amqp.url()).await;
    let relay = relay(house, house.amqp.config_at("main-api", &proxy.url()));
    wait_for(BOUND, || async { relay.health().is_connected() }).await;
    proxy.delay(HELD);
    house.say(&house.event("p-1", 1)).await;
    wait_for_leases(house, 1).await;
    (proxy, relay)
}

#[tokio::test]
async fn no_transaction_is_open_while_the_broker_is_waited_for() {
    let house = House::new().await;
    let (proxy, relay) = relay_in_the_middle(&house).await;
    let open =
        "pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    wait_for(BOUND, || async { count(&house, open).await == 0 }).await;
    assert_eq!(house.outbox_depth().await, 1, "not confirmed yet");
    proxy.delay(Duration::ZERO);
    house.wait_for_empty_outbox().await;
    relay.shutdown().await;
}

#[tokio::test]
async fn a_failed_batch_is_released_before_its_lease_ends() {
    let house = House::new().await;
    let (proxy, broken) = relay_in_the_middle(&house).await;
    proxy.cut();
    wait_for_leases(&house, 0).await;
    let healthy = relay(&house, house.config());
    house.wait_for_empty_outbox().await;
    healthy.shutdown().await;
    broken.shutdown().await;
}

#[tokio::test]
async fn an_aggregate_belongs_to_its_holder_until_the_lease_ends() {
    let house = House::new().await;
    house.say(&house.event("held", 1)).await;
    sql(
        &house,
        &format!(
            "UPDATE outbox SET leased_by = {OTHER_RELAY}, leased_until = now() + interval '1 hour'"
        ),
    )
    .await;
    // Not leased itself, but of the same aggregate.
    house.say(&house.event("held", 2)).await;
    let consumer = house
        .consumer(house.config())
        .on("projects_changed", record)
        .spawn();
    wait_for(BOUND, || async { consumer.health().is_connected() }).await;
    let relay = relay(&house, house.config());
    for version in 1..=3 {
        house.say(&house.event("free", version)).await;
        wait_for(BOUND, || async { house.outbox_depth().await == 2 }).await;
    }
    sql(
        &house,
        "UPDATE outbox SET leased_until = now() - interval '1 s' WHERE leased_by IS NOT NULL",
    )
    .await;
    house.wait_for_empty_outbox().await;
    house.wait_for_effects(5).await;
    let effects = house.effects().await;
    assert_eq!(
        effects[3..],
        [("held".to_owned(), 1), ("held".to_owned(), 2)]
    );
    relay.shutdown().await;
    consumer.shutdown().await;
}

#[tokio::test]
async fn a_relay_that_lost_its_lease_deletes_nothing() {
    let house = House::new().await;
    let (proxy, relay) = relay_in_the_middle(&house).await;
    sql(
        &house,
        &format!("UPDATE outbox SET leased_by = {OTHER_RELAY}"),
    )
    .await;
    proxy.delay(Duration::ZERO);
    // The relay has finished with the first event once it has published another.
    house.say(&house.event("p-2", 1)).await;
    wait_for(BOUND, || async { house.outbox_depth().await == 1 }).await;
    let kept = format!("outbox WHERE subject = 'p-1' AND leased_by = {OTHER_RELAY}");
    assert_eq!(count(&house, &kept).await, 1);
    relay.shutdown().await;
}

#[tokio::test]
async fn a_long_batch_ends_before_its_lease() {
    let house = House::new().await;
    let proxy = TcpProxy::to(house.amqp.url()).await;
    let mut amqp = house.amqp.config_at("main-api", &proxy.url());
    amqp.timeout = Duration::from_secs(1);
    let relay = relay(&house, amqp);
    wait_for(BOUND, || async { relay.health().is_connected() }).await;
    // A lease of six seconds, and events of one aggregate that take longer.
    proxy.delay(Duration::from_millis(30));
    db::tenant_tx(house.db.pool(), house.firm, async |conn| {
        for version in 1..=120 {
            messaging::outbox::append(conn, &house.event("p-1", version)).await?;
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await
    .expect("said");
    wait_for(3 * BOUND, || async {
        let expired = count(&house, "outbox WHERE leased_until < clock_timestamp()").await;
        assert_eq!(expired, 0, "the relay holds on to a lease that has ended");
        house.outbox_depth().await == 0
    })
    .await;
    relay.shutdown().await;
}
