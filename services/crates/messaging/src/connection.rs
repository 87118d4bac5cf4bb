//! Connections to the broker that end in a clear error, and what readiness knows about them.
//!
//! Each part (relay, consumer, broadcast, worker) keeps a connection of its own and a loop around
//! it: connect, work until anything fails, wait a little longer each time, again. That is simpler
//! to reason about than recovery inside the client, and one part's blocked publish cannot hold up
//! another's consuming. No message is remembered here; the outbox and the queues do that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::BoxFuture;
use lapin::tcp::{AMQPUriTcpExt as _, RustlsConnector};
use lapin::uri::{AMQPScheme, AMQPUri};
use lapin::{Connection, ConnectionProperties};
use rand::Rng as _;
use tokio_util::sync::CancellationToken;

use crate::AmqpConfig;

/// The broker could not be used.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// It refused, or the connection broke.
    #[error("the message broker is not reachable")]
    Broker(#[from] lapin::Error),
    /// It did not answer in time.
    #[error("the message broker did not answer in time")]
    Timeout,
    /// The connection that was open is gone.
    #[error("the connection to the message broker was lost")]
    Lost,
    /// It answered, but did not take the message.
    #[error("the message broker did not accept the message")]
    Refused,
}

/// Whether a part has its connection to the broker now; cheap to clone, for `/readyz`.
#[derive(Debug, Clone, Default)]
pub struct Health(Arc<AtomicBool>);

impl Health {
    /// True while connected and at work.
    pub fn is_connected(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The sentence for `/readyz` while the broker is away.
    pub fn check(&self) -> Result<(), String> {
        if self.is_connected() {
            Ok(())
        } else {
            Err("no connection to the message broker".to_owned())
        }
    }

    pub(crate) fn set(&self, connected: bool) {
        self.0.store(connected, Ordering::Relaxed);
    }
}

pub(crate) async fn open(config: &AmqpConfig, part: &str) -> Result<Connection, ConnectError> {
    let name = format!("{} {part}", config.service);
    let properties = ConnectionProperties::default().with_connection_name(name.into());
    tokio::time::timeout(config.timeout, connect(config, properties))
        .await
        .map_err(|_elapsed| ConnectError::Timeout)?
        .map_err(ConnectError::Broker)
}

async fn connect(
    config: &AmqpConfig,
    properties: ConnectionProperties,
) -> lapin::Result<Connection> {
    let Some(tls) = config.tls.clone() else {
        return Connection::connect(&config.url, properties).await;
    };
    let uri: AMQPUri = config.url.parse().map_err(std::io::Error::other)?;
    let connector = RustlsConnector::from(tls);
    Connection::connector(
        uri,
        lapin::runtime::default_runtime()?,
        async move |mut uri, runtime| {
            // The library's own TLS would trust the system's CAs too: it opens the connection, and
            // TLS is put on top.
            uri.scheme = AMQPScheme::AMQP;
            let plain = uri.connect_async(&runtime).await?;
            Ok(plain.into_rustls(&connector, &uri.authority.host).await?)
        },
        properties,
    )
    .await
}

/// How often a connection is asked whether it still stands.
const WATCH: Duration = Duration::from_millis(200);

/// Waits for something from the client library, but not longer than the connection lives: some of
/// its futures never end when the connection breaks at the wrong moment.
pub(crate) async fn while_connected<T>(
    connection: &Connection,
    wanted: impl Future<Output = T>,
) -> Result<T, ConnectError> {
    tokio::select! {
        // What arrived before the end still counts.
        biased;
        value = wanted => Ok(value),
        () = lost(connection) => Err(ConnectError::Lost),
    }
}

/// Ends when the connection has.
async fn lost(connection: &Connection) {
    while connection.status().connected() {
        tokio::time::sleep(WATCH).await;
    }
}

/// Runs `session` again and again until `stop`: at once after it worked for a while, else after a
/// growing pause. A session that returns `Ok` wants to end.
pub(crate) async fn run_with_reconnect<'a>(
    config: &AmqpConfig,
    part: &str,
    health: &Health,
    stop: &CancellationToken,
    session: impl Fn() -> BoxFuture<'a, Result<(), ConnectError>>,
) {
    let mut pause = config.min_backoff;
    while !stop.is_cancelled() {
        let result = session().await;
        let worked = health.is_connected();
        health.set(false);
        let Err(error) = result else { return };
        if worked {
            pause = config.min_backoff;
        }
        tracing::warn!(
            messaging.part = part,
            error.cause = %error,
            // What the client library says: an unknown CA, a wrong name, a wrong password.
            error.reason = std::error::Error::source(&error).map(tracing::field::display),
            retry_in_ms = pause.as_millis() as u64,
            "no connection to the message broker, trying again"
        );
        metrics::counter!("messaging_disconnects_total", "part" => part.to_owned()).increment(1);
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(jittered(pause)) => {}
        }
        pause = (pause * 2).min(config.max_backoff);
    }
}

/// Between three quarters and all of `pause`, so that replicas do not come back in step.
fn jittered(pause: Duration) -> Duration {
    pause.mul_f64(rand::rng().random_range(0.75..=1.0))
}
