//! Work queues: jobs distributed over any number of workers.
//!
//! For tasks rather than facts (a batch of the growth model). Durable quorum queues, one job at a
//! time per worker, with the same retries and parking as events. A job may run twice after a crash,
//! so it must be idempotent; no inbox and no transaction are used, because jobs may take long.

use std::future::Future;
use std::sync::Arc;

use db::Pool;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use tokio::sync::Mutex;

use crate::connection::{open, while_connected};
use crate::consumer::{ConsumerHandle, RetryPolicy};
use crate::publisher::{Publisher, Target, properties};
use crate::queue_consumer::Process;
use crate::{AmqpConfig, ConnectError, Envelope, Event, HandlerError, topology};

/// Publishes jobs directly, confirmed by the broker. For a job that must exist if and only if a
/// change commits, use [`crate::outbox::append_work`] instead.
pub struct WorkPublisher {
    amqp: AmqpConfig,
    session: Mutex<Option<(lapin::Connection, Publisher)>>,
}

impl WorkPublisher {
    /// Connects on the first publish.
    pub fn new(amqp: AmqpConfig) -> Self {
        Self {
            amqp,
            session: Mutex::new(None),
        }
    }

    /// Publishes a job to the queue `name`; returns after the broker has stored it. Reconnects
    /// after a failure.
    pub async fn publish(&self, name: &str, event: &Event) -> Result<(), ConnectError> {
        let mut session = self.session.lock().await;
        // Taken out while in use, so that a failed or cancelled session is not reused.
        let (connection, publisher) = if let Some(open) = session.take() {
            open
        } else {
            let connection = open(&self.amqp, "work").await?;
            let set_up = Publisher::open(&connection, self.amqp.timeout);
            let publisher = while_connected(&connection, set_up).await??;
            (connection, publisher)
        };
        let queue = topology::work_queue(&self.amqp.namespace, name);
        let declare = topology::declare_queue(&publisher.channel, &queue, self.amqp.queues_expire);
        while_connected(&connection, declare).await??;
        let envelope = Envelope::from_event(&self.amqp.service, event);
        let body = serde_json::to_vec(&envelope).unwrap_or_default();
        publisher
            .publish(&Target::queue(&queue), &body, properties(&envelope))
            .await?;
        *session = Some((connection, publisher));
        Ok(())
    }
}

/// Starts a worker of the queue `name`: `handler` gets one job at a time.
///
/// `pool` is the database where failing jobs are parked. A job is acknowledged after the handler
/// returned `Ok`.
pub fn consume<H, Fut>(
    name: &str,
    pool: Pool,
    amqp: AmqpConfig,
    retry: RetryPolicy,
    handler: H,
) -> ConsumerHandle
where
    H: Fn(Envelope) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<(), HandlerError>> + Send + 'static,
{
    let queue = topology::work_queue(&amqp.namespace, name);
    ConsumerHandle::start(pool, amqp, queue, 1, retry, Arc::new(Job { handler }))
}

struct Job<H> {
    handler: H,
}

impl<H, Fut> Process for Job<H>
where
    H: Fn(Envelope) -> Fut + Send + Sync,
    Fut: Future<Output = Result<(), HandlerError>> + Send + 'static,
{
    fn process<'a>(&'a self, envelope: &'a Envelope) -> BoxFuture<'a, Result<(), HandlerError>> {
        (self.handler)(envelope.clone()).boxed()
    }

    fn bindings(&self) -> Vec<String> {
        Vec::new()
    }
}
