//! Work queues: jobs shared by any number of workers, each done by one of them.
//!
//! For things that are not facts for others but tasks of our own (outgoing mail, a batch of the
//! growth model). Durable quorum queues, one job at a time per worker, the same retries and
//! parking as events. A job can be done twice after a crash, so its effect must bear that; no
//! inbox and no transaction are opened, because jobs may take long.

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
    /// Connects at the first publish.
    pub fn new(amqp: AmqpConfig) -> Self {
        Self {
            amqp,
            session: Mutex::new(None),
        }
    }

    /// Puts a job on the queue `name`; returns when the broker has stored it. After a failure
    /// the next call connects anew.
    pub async fn publish(&self, name: &str, event: &Event) -> Result<(), ConnectError> {
        let mut session = self.session.lock().await;
        // Taken out for the time of use: what fails or is cancelled is not used again.
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

/// Starts a worker of the queue `name`: `handler` is called with one job at a time.
///
/// `pool` is where jobs that keep failing are parked. The job is acknowledged after the handler
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
