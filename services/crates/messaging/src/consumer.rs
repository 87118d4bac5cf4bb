//! Consumers: one durable queue per service, and exactly one effect per event.
//!
//! The inbox row and the handler's writes commit together, in a transaction of the event's firm, so
//! a duplicate delivery finds the row and changes nothing. Handlers must accept events late and out
//! of order, because later events overtake a retried one.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::connection::Health;
use crate::handler::{Handle, HandlerFn, HandlerFnWith, Plain, WithState};
use crate::queue_consumer::{Process, QueueConsumer};
use crate::schema::inbox;
use crate::{AmqpConfig, Envelope, HandlerError, topology};

/// Back-off of a failing message until it is parked (dead-lettered).
#[derive(Debug, Clone)]
pub struct RetryPolicy {
    /// Delay before the second, third, … attempt; there is one attempt more than delays.
    pub delays: Vec<Duration>,
}

impl Default for RetryPolicy {
    /// Five retries: after 1 s, 5 s, 30 s, 2 min and 10 min.
    fn default() -> Self {
        Self {
            delays: [1, 5, 30, 120, 600].map(Duration::from_secs).to_vec(),
        }
    }
}

/// Starts consumers; see [`Consumer::builder`].
#[derive(Debug)]
pub struct Consumer;

impl Consumer {
    /// A consumer of this service's queue. `service` names the queue and the inbox rows.
    pub fn builder(service: &str, pool: Pool, amqp: AmqpConfig) -> ConsumerBuilder {
        ConsumerBuilder {
            service: service.to_owned(),
            pool,
            amqp,
            handlers: HashMap::new(),
            retry: RetryPolicy::default(),
            prefetch: 32,
        }
    }
}

/// Registers handlers, then [`ConsumerBuilder::spawn`].
pub struct ConsumerBuilder {
    service: String,
    pool: Pool,
    amqp: AmqpConfig,
    handlers: HashMap<String, Box<dyn Handle>>,
    retry: RetryPolicy,
    prefetch: u16,
}

impl ConsumerBuilder {
    /// Handles `event_type` with an `async fn(&mut AsyncPgConnection, &Envelope)`. It runs in a
    /// transaction of the event's firm; an error rolls everything back.
    #[must_use]
    pub fn on<F>(mut self, event_type: &str, handler: F) -> Self
    where
        F: for<'a> HandlerFn<'a> + Send + Sync + 'static,
    {
        self.handlers
            .insert(event_type.to_owned(), Box::new(Plain(handler)));
        self
    }

    /// Like [`Self::on`], with state: `async fn(&S, &mut AsyncPgConnection, &Envelope)`.
    #[must_use]
    pub fn on_with<S, F>(mut self, event_type: &str, state: S, handler: F) -> Self
    where
        S: Send + Sync + 'static,
        F: for<'a> HandlerFnWith<'a, S> + Send + Sync + 'static,
    {
        self.handlers.insert(
            event_type.to_owned(),
            Box::new(WithState { state, handler }),
        );
        self
    }

    /// Sets the retry delays.
    #[must_use]
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry = policy;
        self
    }

    /// Sets the prefetch count; 32 by default.
    #[must_use]
    pub fn prefetch(mut self, messages: u16) -> Self {
        self.prefetch = messages;
        self
    }

    /// Consumes in the background, for the life of the process or until
    /// [`ConsumerHandle::shutdown`].
    pub fn spawn(self) -> ConsumerHandle {
        let queue = topology::service_queue(&self.amqp.namespace, &self.service);
        let inbox = Inbox {
            consumer: self.service,
            pool: self.pool.clone(),
            handlers: self.handlers,
        };
        ConsumerHandle::start(
            self.pool,
            self.amqp,
            queue,
            self.prefetch,
            self.retry,
            Arc::new(inbox),
        )
    }
}

/// A running consumer or worker, which continues when the handle is dropped.
#[derive(Debug)]
pub struct ConsumerHandle {
    health: Health,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl ConsumerHandle {
    pub(crate) fn start(
        pool: Pool,
        amqp: AmqpConfig,
        queue: String,
        prefetch: u16,
        retry: RetryPolicy,
        process: Arc<dyn Process>,
    ) -> Self {
        let health = Health::default();
        let stop = CancellationToken::new();
        let queue_consumer = QueueConsumer {
            pool,
            amqp,
            queue,
            prefetch,
            retry,
            process,
            health: health.clone(),
            stop: stop.clone(),
        };
        Self {
            health,
            stop,
            task: tokio::spawn(queue_consumer.run()),
        }
    }

    /// Broker health, for `/readyz`.
    pub fn health(&self) -> Health {
        self.health.clone()
    }

    /// Finishes the current message, then stops. Prefetched messages are returned.
    pub async fn shutdown(self) {
        self.stop.cancel();
        if let Err(error) = self.task.await {
            tracing::error!(error.cause = %error, "a consumer failed");
        }
    }

    /// Stops immediately, as a crash would.
    pub fn abort(self) {
        self.task.abort();
    }
}

/// Processes messages with handlers and inbox.
struct Inbox {
    consumer: String,
    pool: Pool,
    handlers: HashMap<String, Box<dyn Handle>>,
}

impl Process for Inbox {
    fn process<'a>(&'a self, envelope: &'a Envelope) -> BoxFuture<'a, Result<(), HandlerError>> {
        async move {
            let Some(handler) = self.handlers.get(&envelope.r#type) else {
                // Bound by an earlier version of the service.
                metrics::counter!("messaging_ignored_total", "type" => envelope.r#type.clone())
                    .increment(1);
                return Ok(());
            };
            let consumer = self.consumer.as_str();
            db::tenant_tx(&self.pool, envelope.customerid, async |conn| {
                if first_time(conn, consumer, envelope).await? {
                    handler.call(conn, envelope).await?;
                }
                Ok(())
            })
            .await
        }
        .boxed()
    }

    fn bindings(&self) -> Vec<String> {
        self.handlers.keys().cloned().collect()
    }
}

/// Inserts the inbox row. A concurrent delivery to another replica waits for this transaction and
/// then finds the row.
async fn first_time(
    conn: &mut AsyncPgConnection,
    consumer: &str,
    envelope: &Envelope,
) -> QueryResult<bool> {
    let written = diesel::insert_into(inbox::table)
        .values((
            inbox::consumer.eq(consumer),
            inbox::event_id.eq(envelope.id),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    if written == 0 {
        metrics::counter!("messaging_duplicates_total", "type" => envelope.r#type.clone())
            .increment(1);
    }
    Ok(written == 1)
}
