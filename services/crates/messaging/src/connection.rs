//! Connections to the broker with defined failures, and their health.
//!
//! Each part (relay, consumer, broadcast, worker) has its own connection and a loop: connect, work
//! until anything fails, back off, repeat. That is simpler than recovery inside the client, and one
//! part's blocked publish does not delay another's consuming. Messages are kept by the outbox and
//! the queues only.

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
    /// It rejected the request, or the connection broke.
    #[error("the message broker is not reachable")]
    Broker(#[from] lapin::Error),
    /// It did not answer in time.
    #[error("the message broker did not respond in time")]
    Timeout,
    /// The open connection was lost.
    #[error("the connection to the message broker was lost")]
    Lost,
    /// It responded but did not accept the message.
    #[error("the message broker did not accept the message")]
    Refused,
}

/// Whether a part is connected to the broker; cheap to clone, for `/readyz`.
#[derive(Debug, Clone, Default)]
pub struct Health(Arc<AtomicBool>);

impl Health {
    /// True while connected and working.
    pub fn is_connected(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The message for `/readyz` while the broker is unavailable.
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

/// Most bytes of a frame; a longer message takes several. The client keeps buffers of 64 frames for
/// each connection, which are 8 MB with the server's default of 128 kB.
const FRAME_BYTES: u32 = 16 * 1024;

async fn connect(
    config: &AmqpConfig,
    properties: ConnectionProperties,
) -> lapin::Result<Connection> {
    let mut uri: AMQPUri = config.url.parse().map_err(std::io::Error::other)?;
    uri.query.frame_max.get_or_insert(FRAME_BYTES);
    let Some(tls) = config.tls.clone() else {
        return Connection::connect_uri(uri, properties).await;
    };
    let connector = RustlsConnector::from(tls);
    Connection::connector(
        uri,
        lapin::runtime::default_runtime()?,
        async move |mut uri, runtime| {
            // The library's own TLS would also trust the system's CAs, so TLS is layered over a
            // plain connection that it opens.
            uri.scheme = AMQPScheme::AMQP;
            let plain = uri.connect_async(&runtime).await?;
            Ok(plain.into_rustls(&connector, &uri.authority.host).await?)
        },
        properties,
    )
    .await
}

/// Poll interval of the connection's state.
const WATCH: Duration = Duration::from_millis(200);

/// Waits for a future of the client library, but no longer than the connection lives: some of them
/// never complete when the connection breaks at the wrong moment.
pub(crate) async fn while_connected<T>(
    connection: &Connection,
    wanted: impl Future<Output = T>,
) -> Result<T, ConnectError> {
    tokio::select! {
        // A result that arrived before the end still counts.
        biased;
        value = wanted => Ok(value),
        () = lost(connection) => Err(ConnectError::Lost),
    }
}

/// Completes when the connection is lost.
async fn lost(connection: &Connection) {
    while connection.status().connected() {
        tokio::time::sleep(WATCH).await;
    }
}

/// Runs `session` repeatedly until `stop`: immediately after one that worked for a while, else with
/// back-off. A session that returns `Ok` ends the loop.
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
            // The client library's cause: unknown CA, wrong name, wrong password.
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

/// Between three quarters of `pause` and all of it, so that replicas do not reconnect
/// simultaneously.
fn jittered(pause: Duration) -> Duration {
    pause.mul_f64(rand::rng().random_range(0.75..=1.0))
}
