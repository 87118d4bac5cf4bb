//! A separate namespace on the private broker.
//!
//! What a test declares expires when unused, so a killed test leaves nothing behind for long; a
//! finished one cleans up.

use std::time::Duration;

use lapin::options::{ExchangeDeleteOptions, QueueDeleteOptions};
use lapin::{Connection, ConnectionProperties};
use messaging::{AmqpConfig, topology};
use uuid::Uuid;

use crate::servers;

const SERVICES: [&str; 3] = ["main-api", "property-api", "parcel-lookup"];

/// A namespace unique to the test; its queues and exchanges are deleted on drop.
pub struct TestAmqp {
    namespace: String,
    url: String,
}

/// A fresh namespace.
///
/// # Panics
/// When `TEST_AMQP_URL` is not known.
pub fn test_amqp() -> TestAmqp {
    TestAmqp {
        namespace: format!("test-{}", Uuid::new_v4().simple()),
        url: servers::amqp_url(),
    }
}

impl TestAmqp {
    /// Prefix of every name that this test declares.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The broker's own URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Settings for `service` as in a deployment, but with fast reconnects, without the other
    /// services' queues, and with queues that expire.
    pub fn config(&self, service: &str) -> AmqpConfig {
        self.config_at(service, &self.url)
    }

    /// Like [`TestAmqp::config`], through another address: a [`crate::TcpProxy`].
    pub fn config_at(&self, service: &str, url: &str) -> AmqpConfig {
        let mut config = AmqpConfig::new(url, service).namespace(&self.namespace);
        config.timeout = Duration::from_secs(5);
        config.min_backoff = Duration::from_millis(50);
        config.max_backoff = Duration::from_millis(200);
        config.known_consumers = &[];
        config.queues_expire = Some(Duration::from_mins(2));
        config
    }

    /// A connection of the test's own, to publish and look from outside.
    ///
    /// # Panics
    /// When the private broker does not answer.
    pub async fn connection(&self) -> Connection {
        Connection::connect(&self.url, ConnectionProperties::default())
            .await
            .unwrap_or_else(|error| {
                panic!("the private RabbitMQ (TEST_AMQP_URL) does not answer: {error}")
            })
    }
}

impl Drop for TestAmqp {
    fn drop(&mut self) {
        let (url, namespace) = (self.url.clone(), self.namespace.clone());
        // Drop cannot await, and the test's runtime may be ending. What fails here expires later.
        let _ = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(clean_up(&url, &namespace)).ok();
        })
        .join();
    }
}

async fn clean_up(url: &str, namespace: &str) -> lapin::Result<()> {
    let connection = Connection::connect(url, ConnectionProperties::default()).await?;
    let channel = connection.create_channel().await?;
    channel
        .exchange_delete(
            topology::exchange(namespace).into(),
            ExchangeDeleteOptions::default(),
        )
        .await?;
    for service in SERVICES {
        let queue = topology::service_queue(namespace, service);
        for name in [topology::parking_queue(&queue), queue] {
            channel
                .queue_delete(name.into(), QueueDeleteOptions::default())
                .await?;
        }
    }
    connection.close(200, "done".into()).await
}
