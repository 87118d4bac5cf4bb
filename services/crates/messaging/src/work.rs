//! Work queues: jobs distributed over any number of workers.
//!
//! For tasks rather than facts (a batch of the growth model). Durable quorum queues, one job at a
//! time per worker, with the same retries and parking as events. A job may run twice after a crash,
//! so it must be idempotent; no inbox and no transaction are used, because jobs may take long. Jobs
//! are added through the outbox: [`crate::outbox::append_work`].

use std::future::Future;
use std::sync::Arc;

use db::Pool;
use futures::FutureExt as _;
use futures::future::BoxFuture;

use crate::consumer::{ConsumerHandle, RetryPolicy};
use crate::queue_consumer::Process;
use crate::{AmqpConfig, Envelope, HandlerError, topology};

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
