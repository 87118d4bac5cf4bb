//! Consumes a durable queue and settles each message: handled, to be retried, or parked.
//!
//! Shared by event consumers and workers, which differ in their [`Process`]. A message is
//! acknowledged only after its outcome is durable: in the database, in a delay queue, or in the
//! table `parked`. Deliveries are processed sequentially.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use domain::ParkedId;
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _};
use lapin::message::Delivery;
use lapin::options::{BasicAckOptions, BasicConsumeOptions, BasicQosOptions};
use lapin::types::{AMQPValue, FieldTable};
use lapin::{Channel, Connection};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::connection::{Health, open, run_with_reconnect, while_connected};
use crate::consumer::RetryPolicy;
use crate::parked::{self, NewParked};
use crate::publisher::{ATTEMPT_HEADER, Publisher, Target, bare_properties, properties};
use crate::{AmqpConfig, ConnectError, Envelope, HandlerError, topology, trace};

/// Processes one envelope.
pub(crate) trait Process: Send + Sync {
    fn process<'a>(&'a self, envelope: &'a Envelope) -> BoxFuture<'a, Result<(), HandlerError>>;

    /// Event types to bind; none for a work queue.
    fn bindings(&self) -> Vec<String>;
}

pub(crate) struct QueueConsumer {
    pub pool: Pool,
    pub amqp: AmqpConfig,
    pub queue: String,
    pub prefetch: u16,
    pub retry: RetryPolicy,
    pub process: Arc<dyn Process>,
    pub health: Health,
    pub stop: CancellationToken,
}

/// Channel and publisher of one session.
struct Session {
    publisher: Publisher,
    messages: lapin::Consumer,
    parking: lapin::Consumer,
    /// Kept, because dropping it would close it.
    _channel: Channel,
}

/// Outcome of a delivery.
enum End {
    Done,
    Again(String),
    Park(String),
    /// The consumer is stopping; the broker will redeliver the message.
    Leave,
}

impl QueueConsumer {
    pub(crate) async fn run(self) {
        run_with_reconnect(&self.amqp, &self.queue, &self.health, &self.stop, || {
            self.session().boxed()
        })
        .await;
    }

    async fn session(&self) -> Result<(), ConnectError> {
        let connection = open(&self.amqp, &self.queue).await?;
        let mut session = while_connected(&connection, self.set_up(&connection)).await??;
        self.health.set(true);
        tracing::info!(messaging.queue = %self.queue, "queue consumer started");
        loop {
            let next = async {
                tokio::select! {
                    next = session.messages.next() => (next, false),
                    next = session.parking.next() => (next, true),
                }
            };
            let (delivery, given_up) = tokio::select! {
                // A consumer that was told to stop takes no further message, even one that waits.
                biased;
                () = self.stop.cancelled() => return Ok(()),
                next = while_connected(&connection, next) => next?,
            };
            // The stream ends when the channel or connection does.
            let delivery = delivery.ok_or(ConnectError::Lost)??;
            if given_up {
                let reason = "delivered too often without an acknowledgement".to_owned();
                let envelope = serde_json::from_slice(&delivery.data).ok();
                self.park(&delivery, envelope.as_ref(), reason).await;
            } else if !self.settle(&session.publisher, &delivery).await? {
                continue;
            }
            while_connected(&connection, delivery.ack(BasicAckOptions::default())).await??;
        }
    }

    async fn set_up(&self, connection: &Connection) -> Result<Session, ConnectError> {
        let publisher = Publisher::open(connection, self.amqp.timeout).await?;
        let channel = connection.create_channel().await?;
        self.declare(&channel).await?;
        channel
            .basic_qos(self.prefetch, BasicQosOptions::default())
            .await?;
        let messages = consume(&channel, &self.queue).await?;
        let parking = consume(&channel, &topology::parking_queue(&self.queue)).await?;
        Ok(Session {
            publisher,
            messages,
            parking,
            _channel: channel,
        })
    }

    async fn declare(&self, channel: &Channel) -> Result<(), ConnectError> {
        topology::declare_exchange(channel, &self.amqp.namespace).await?;
        topology::declare_queue(channel, &self.queue, self.amqp.queues_expire).await?;
        topology::declare_retries(
            channel,
            &self.queue,
            &self.retry.delays,
            self.amqp.queues_expire,
        )
        .await?;
        let types = self.process.bindings();
        topology::bind(channel, &self.amqp.namespace, &self.queue, types).await?;
        Ok(())
    }

    /// Processes one delivery until its outcome is durable, so that it may be acknowledged. False
    /// leaves it to the next session.
    async fn settle(
        &self,
        publisher: &Publisher,
        delivery: &Delivery,
    ) -> Result<bool, ConnectError> {
        let envelope: Envelope = match serde_json::from_slice(&delivery.data) {
            Ok(envelope) => envelope,
            Err(error) => {
                let reason = format!("not an event envelope: {error}");
                self.park(delivery, None, reason).await;
                return Ok(true);
            }
        };
        match self.process(&envelope, attempt_of(delivery)).await {
            End::Done => {
                metrics::counter!("messaging_consumed_total", "queue" => self.queue.clone(), "type" => envelope.r#type.clone())
                    .increment(1);
            }
            End::Again(reason) => {
                self.postpone(publisher, delivery, &envelope, &reason)
                    .await?;
            }
            End::Park(reason) => self.park(delivery, Some(&envelope), reason).await,
            End::Leave => return Ok(false),
        }
        Ok(true)
    }

    async fn process(&self, envelope: &Envelope, attempt: usize) -> End {
        let mut pause = self.amqp.min_backoff;
        loop {
            let span = tracing::info_span!(
                "event",
                otel.kind = "consumer",
                otel.name = format!("{} process", envelope.r#type),
                messaging.queue = %self.queue,
                event.id = %envelope.id,
                attempt,
            );
            let context = envelope.trace();
            let context = context.of_span(&span, envelope.traceparent.as_deref());
            let work = trace::scope(context, self.process.process(envelope)).instrument(span);
            let result = AssertUnwindSafe(work).catch_unwind().await;
            let reason = match result {
                Ok(Ok(())) => return End::Done,
                Ok(Err(HandlerError::Permanent(reason))) => return End::Park(reason.to_string()),
                Ok(Err(HandlerError::Retry(reason))) => reason.to_string(),
                // An unavailable database is not the event's fault: wait without counting an
                // attempt.
                Ok(Err(HandlerError::Database(error))) if db::is_unavailable(&error) => {
                    tracing::warn!(messaging.queue = %self.queue, error.cause = %error, "database unavailable, event delayed");
                    if !self.wait(pause).await {
                        return End::Leave;
                    }
                    pause = (pause * 2).min(self.amqp.max_backoff);
                    continue;
                }
                Ok(Err(HandlerError::Database(error))) => error.to_string(),
                Err(_panic) => "the handler panicked".to_owned(),
            };
            return if attempt > self.retry.delays.len() {
                End::Park(format!("failed {attempt} times, last: {reason}"))
            } else {
                End::Again(reason)
            };
        }
    }

    /// Publishes a copy to the delay queue of this attempt.
    async fn postpone(
        &self,
        publisher: &Publisher,
        delivery: &Delivery,
        envelope: &Envelope,
        reason: &str,
    ) -> Result<(), ConnectError> {
        let attempt = attempt_of(delivery);
        let delay = self.retry.delays[attempt - 1];
        tracing::warn!(
            messaging.queue = %self.queue,
            event.id = %envelope.id,
            event.r#type = %envelope.r#type,
            attempt,
            retry_in_ms = delay.as_millis() as u64,
            error.cause = reason,
            "event not handled, trying again later"
        );
        metrics::counter!("messaging_retried_total", "queue" => self.queue.clone(), "type" => envelope.r#type.clone())
            .increment(1);
        let target = Target::queue(&topology::retry_queue(&self.queue, delay));
        let mut headers = FieldTable::default();
        headers.insert(
            ATTEMPT_HEADER.into(),
            AMQPValue::LongLongInt(i64::try_from(attempt + 1).unwrap_or(i64::MAX)),
        );
        let properties = properties(envelope).with_headers(headers);
        publisher
            .publish(&target, &delivery.data, properties)
            .await
            .map(drop)
    }

    /// Inserts the message into `parked`, waiting for the database if necessary.
    async fn park(&self, delivery: &Delivery, envelope: Option<&Envelope>, reason: String) {
        let message_id = message_id_of(delivery, envelope);
        let event_type = envelope.map_or_else(
            || delivery.routing_key.as_str().to_owned(),
            |envelope| envelope.r#type.clone(),
        );
        tracing::error!(
            messaging.queue = %self.queue,
            event.id = %message_id,
            event.r#type = %event_type,
            error.cause = %reason,
            "message parked; see the `parked` subcommand"
        );
        metrics::counter!("messaging_parked_total", "queue" => self.queue.clone(), "type" => event_type.clone())
            .increment(1);
        let row = NewParked {
            parked_id: ParkedId(Uuid::now_v7()),
            queue: self.queue.clone(),
            event_type,
            message_id,
            reason,
            attempts: i32::try_from(attempt_of(delivery)).unwrap_or(i32::MAX),
            body: delivery.data.clone(),
        };
        let mut pause = self.amqp.min_backoff;
        while let Err(error) = parked::insert(&self.pool, &row).await {
            tracing::warn!(error.cause = %error, "message not parked yet, trying again");
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(self.amqp.max_backoff);
        }
    }

    /// False when stopped meanwhile.
    async fn wait(&self, pause: Duration) -> bool {
        tokio::select! {
            () = self.stop.cancelled() => false,
            () = tokio::time::sleep(pause) => true,
        }
    }
}

async fn consume(channel: &Channel, queue: &str) -> lapin::Result<lapin::Consumer> {
    channel
        .basic_consume(
            queue.into(),
            "".into(),
            BasicConsumeOptions::default(),
            FieldTable::default(),
        )
        .await
}

/// 1 for the first attempt.
fn attempt_of(delivery: &Delivery) -> usize {
    delivery
        .properties
        .headers()
        .as_ref()
        .and_then(|headers| headers.inner().get(ATTEMPT_HEADER))
        .and_then(AMQPValue::as_long_long_int)
        .and_then(|attempt| usize::try_from(attempt).ok())
        .unwrap_or(1)
        .max(1)
}

fn message_id_of(delivery: &Delivery, envelope: Option<&Envelope>) -> String {
    envelope
        .map(|envelope| envelope.id.to_string())
        .or_else(|| {
            delivery
                .properties
                .message_id()
                .as_ref()
                .map(ToString::to_string)
        })
        .unwrap_or_else(|| Uuid::now_v7().to_string())
}

/// Publishes directly to a queue, for replay.
pub(crate) async fn send_to_queue(
    publisher: &Publisher,
    amqp: &AmqpConfig,
    queue: &str,
    message_id: &str,
    body: &[u8],
) -> Result<(), ConnectError> {
    topology::declare_queue(&publisher.channel, queue, amqp.queues_expire).await?;
    publisher
        .publish(&Target::queue(queue), body, bare_properties(message_id))
        .await
        .map(drop)
}
