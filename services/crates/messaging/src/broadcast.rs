//! Broadcast: every replica receives events, through an exclusive queue that lives as long as the
//! connection.
//!
//! For transient effects: refreshing screens, ending sessions. Nothing is stored; events during a
//! disconnect are lost, and [`BroadcastStream::connections`] shows that some may have been. Changes
//! of data belong in a [`crate::Consumer`].

use std::pin::Pin;
use std::task::{Context, Poll};

use futures::{FutureExt as _, StreamExt as _};
use lapin::options::{BasicAckOptions, BasicConsumeOptions, BasicQosOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection};
use tokio::sync::{mpsc, watch};
use tokio_stream::Stream;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::connection::{Health, open, run_with_reconnect, while_connected};
use crate::{AmqpConfig, ConnectError, Envelope, topology};

/// Events buffered for a slow subscriber before back-pressure to the broker.
const BUFFER: usize = 256;
/// Queue limit at the broker per subscriber; the oldest events are dropped first.
const MAX_LENGTH: i64 = 10_000;

/// Starts subscriptions; see [`Broadcast::subscribe`].
#[derive(Debug)]
pub struct Broadcast;

impl Broadcast {
    /// Delivers every event of these types from now on to every subscriber. Reconnects; ends only
    /// when dropped.
    pub fn subscribe(amqp: AmqpConfig, types: &[&str]) -> BroadcastStream {
        let (sender, events) = mpsc::channel(BUFFER);
        let (connections_sender, connections) = watch::channel(0);
        let health = Health::default();
        let stop = CancellationToken::new();
        let subscriber = Subscriber {
            amqp,
            types: types.iter().map(ToString::to_string).collect(),
            events: sender,
            connections: connections_sender,
            health: health.clone(),
            stop: stop.clone(),
        };
        tokio::spawn(subscriber.run());
        BroadcastStream {
            events,
            connections,
            health,
            _stop: stop.drop_guard(),
        }
    }
}

/// A stream of events. Dropping it ends the subscription.
#[derive(Debug)]
pub struct BroadcastStream {
    events: mpsc::Receiver<Envelope>,
    connections: watch::Receiver<u64>,
    health: Health,
    _stop: DropGuard,
}

impl BroadcastStream {
    /// Counts connections to the broker: 1 after the first. At each further one events may have
    /// been missed, and state derived from them should be reloaded.
    pub fn connections(&self) -> watch::Receiver<u64> {
        self.connections.clone()
    }

    /// Broker health, for `/readyz`.
    pub fn health(&self) -> Health {
        self.health.clone()
    }
}

impl Stream for BroadcastStream {
    type Item = Envelope;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Envelope>> {
        self.events.poll_recv(cx)
    }
}

struct Subscriber {
    amqp: AmqpConfig,
    types: Vec<String>,
    events: mpsc::Sender<Envelope>,
    connections: watch::Sender<u64>,
    health: Health,
    stop: CancellationToken,
}

impl Subscriber {
    async fn run(self) {
        run_with_reconnect(&self.amqp, "broadcast", &self.health, &self.stop, || {
            self.session().boxed()
        })
        .await;
    }

    async fn session(&self) -> Result<(), ConnectError> {
        let connection = open(&self.amqp, "broadcast").await?;
        let (_channel, mut messages) =
            while_connected(&connection, self.set_up(&connection)).await??;
        self.health.set(true);
        self.connections.send_modify(|count| *count += 1);
        loop {
            let delivery = tokio::select! {
                () = self.stop.cancelled() => return Ok(()),
                next = while_connected(&connection, messages.next()) => {
                    next?.ok_or(ConnectError::Lost)??
                }
            };
            match serde_json::from_slice::<Envelope>(&delivery.data) {
                Ok(envelope) => {
                    // Fails only when the stream was dropped, which also cancels `stop`.
                    if self.events.send(envelope).await.is_err() {
                        return Ok(());
                    }
                }
                Err(error) => {
                    tracing::warn!(error.cause = %error, "a broadcast message is not an event envelope");
                }
            }
            while_connected(&connection, delivery.ack(BasicAckOptions::default())).await??;
        }
    }

    /// The channel is returned too, because dropping it would close it.
    async fn set_up(
        &self,
        connection: &Connection,
    ) -> Result<(Channel, lapin::Consumer), ConnectError> {
        let channel = connection.create_channel().await?;
        channel.basic_qos(100, BasicQosOptions::default()).await?;
        topology::declare_exchange(&channel, &self.amqp.namespace).await?;
        let mut arguments = FieldTable::default();
        arguments.insert("x-max-length".into(), AMQPValue::LongLongInt(MAX_LENGTH));
        let options = QueueDeclareOptions {
            exclusive: true,
            auto_delete: true,
            ..QueueDeclareOptions::default()
        };
        // A name generated by the broker: one queue per subscriber and connection.
        let queue = channel.queue_declare("".into(), options, arguments).await?;
        let name = queue.name().as_str();
        topology::bind(&channel, &self.amqp.namespace, name, &self.types).await?;
        let messages = channel
            .basic_consume(
                name.into(),
                "".into(),
                BasicConsumeOptions::default(),
                FieldTable::default(),
            )
            .await?;
        Ok((channel, messages))
    }
}
