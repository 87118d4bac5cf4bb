//! Every subscriber receives every event, also after the broker was unavailable.

use futures::StreamExt as _;
use messaging::{Broadcast, Envelope};
use test_support::{TcpProxy, wait_for};

use crate::consumer::publish_event;
use crate::harness::{BOUND, House};

#[tokio::test]
async fn every_subscriber_hears_every_event() {
    let house = House::new().await;
    let mut first = Broadcast::subscribe(house.config(), &["projects_changed"]);
    let mut second = Broadcast::subscribe(house.config(), &["projects_changed"]);
    wait_for(BOUND, || async {
        first.health().is_connected() && second.health().is_connected()
    })
    .await;
    let envelope = Envelope::from_event("main-api", &house.event("p-1", 1));
    publish_event(&house, &envelope).await;
    for stream in [&mut first, &mut second] {
        let heard = tokio::time::timeout(BOUND, stream.next())
            .await
            .expect("in time");
        assert_eq!(heard.as_ref(), Some(&envelope));
    }
}

#[tokio::test]
async fn a_subscription_survives_the_broker_and_says_so() {
    let house = House::new().await;
    let proxy = TcpProxy::to(house.amqp.url()).await;
    let amqp = house.amqp.config_at("main-api", &proxy.url());
    let mut stream = Broadcast::subscribe(amqp, &["projects_changed"]);
    let connections = stream.connections();
    wait_for(BOUND, || async { *connections.borrow() == 1 }).await;
    proxy.cut();
    wait_for(BOUND, || async { !stream.health().is_connected() }).await;
    proxy.restore();
    wait_for(BOUND, || async { *connections.borrow() == 2 }).await;
    let envelope = Envelope::from_event("main-api", &house.event("p-1", 2));
    publish_event(&house, &envelope).await;
    let heard = tokio::time::timeout(BOUND, stream.next())
        .await
        .expect("in time");
    assert_eq!(heard, Some(envelope));
}
