//! Publishes the outbox to the broker.
//!
//! Woken by NOTIFY, with a timer in case a notification is lost, and run by any number of replicas.
//! Rows are leased, published outside any transaction, and deleted after the broker's confirm, so a
//! crash can cause a duplicate but never a loss. Within one aggregate an event is sent only after
//! its predecessor is confirmed.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use futures::FutureExt as _;
use lapin::Connection;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::connection::{Health, open, run_with_reconnect, while_connected};
use crate::outbox::OutboxRow;
use crate::publisher::{Publisher, Routed, Target, properties};
use crate::{AmqpConfig, ConnectError, topology};

mod housekeeping;
mod lease;

use lease::RelayId;

/// A lease lasts this many broker time-outs: half a minute by default. It is as long that events of a
/// relay that was killed are late.
const LEASE_TIMEOUTS: u32 = 3;
/// The longest wave, in broker time-outs: declaring queues, then publishing.
const WAVE_TIMEOUTS: u32 = 2;

/// Options of a relay; the defaults suit every service.
#[derive(Debug, Clone)]
pub struct RelayOptions {
    /// Poll interval when not woken.
    pub sweep: Duration,
    /// Events leased at once.
    pub batch: i64,
    /// How long an inbox row is kept, and so how late a duplicate is still detected.
    pub inbox_retention: Duration,
}

impl Default for RelayOptions {
    fn default() -> Self {
        Self {
            sweep: Duration::from_secs(2),
            batch: 500,
            inbox_retention: Duration::from_hours(30 * 24),
        }
    }
}

/// Starts relays; see [`Relay::spawn`].
#[derive(Debug)]
pub struct Relay;

/// A running relay, which continues when the handle is dropped; [`RelayHandle::shutdown`] ends it.
#[derive(Debug)]
pub struct RelayHandle {
    health: Health,
    stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
}

impl RelayHandle {
    /// Broker health, for `/readyz`.
    pub fn health(&self) -> Health {
        self.health.clone()
    }

    /// Finishes the current batch, then stops. Limited by the broker time-out.
    pub async fn shutdown(self) {
        self.stop.cancel();
        for task in self.tasks {
            if let Err(error) = task.await {
                tracing::error!(error.cause = %error, "the outbox relay failed");
            }
        }
    }
}

impl Relay {
    /// Starts the relay of this service's outbox with the default options.
    pub fn spawn(pool: Pool, amqp: AmqpConfig) -> RelayHandle {
        Self::spawn_with(pool, amqp, RelayOptions::default())
    }

    /// Starts the relay with these options.
    pub fn spawn_with(pool: Pool, amqp: AmqpConfig, options: RelayOptions) -> RelayHandle {
        let health = Health::default();
        let stop = CancellationToken::new();
        let wake = Arc::new(Notify::new());
        let listen = housekeeping::listen(pool.clone(), Arc::clone(&wake), stop.clone());
        let housekeeping =
            housekeeping::measure(pool.clone(), options.inbox_retention, stop.clone());
        let worker = Worker {
            id: RelayId::new(),
            pool,
            amqp,
            options,
            wake,
            health: health.clone(),
            stop: stop.clone(),
        };
        let tasks = vec![
            tokio::spawn(listen),
            tokio::spawn(housekeeping),
            tokio::spawn(async move { worker.run().await }),
        ];
        RelayHandle {
            health,
            stop,
            tasks,
        }
    }
}

struct Worker {
    /// Marks the rows that it has leased.
    id: RelayId,
    pool: Pool,
    amqp: AmqpConfig,
    options: RelayOptions,
    wake: Arc<Notify>,
    health: Health,
    stop: CancellationToken,
}

impl Worker {
    async fn run(&self) {
        run_with_reconnect(&self.amqp, "relay", &self.health, &self.stop, || {
            self.session().boxed()
        })
        .await;
    }

    async fn session(&self) -> Result<(), ConnectError> {
        let connection = open(&self.amqp, "relay").await?;
        let publisher = while_connected(&connection, self.set_up(&connection)).await??;
        let mut session = Session {
            publisher,
            namespace: self.amqp.namespace.clone(),
            service: self.amqp.service.clone(),
            expire: self.amqp.queues_expire,
            timeout: self.amqp.timeout,
            declared: HashSet::new(),
        };
        self.health.set(true);
        tracing::info!("outbox relay connected");
        while !self.stop.is_cancelled() {
            self.drain(&mut session).await?;
            Self::alive(&connection)?;
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = self.wake.notified() => {}
                () = tokio::time::sleep(self.options.sweep) => {}
            }
            Self::alive(&connection)?;
        }
        Ok(())
    }

    /// Declares the exchange and the queues of all consumers, whether they have ever run or not.
    async fn set_up(&self, connection: &Connection) -> Result<Publisher, ConnectError> {
        let publisher = Publisher::open(connection, self.amqp.timeout).await?;
        let namespace = &self.amqp.namespace;
        topology::declare_exchange(&publisher.channel, namespace).await?;
        for consumer in self.amqp.known_consumers {
            let queue = topology::service_queue(namespace, consumer.service);
            topology::declare_queue(&publisher.channel, &queue, self.amqp.queues_expire).await?;
            topology::bind(&publisher.channel, namespace, &queue, consumer.types).await?;
        }
        Ok(publisher)
    }

    /// Detects a broken idle connection before the next publish.
    fn alive(connection: &Connection) -> Result<(), ConnectError> {
        if connection.status().connected() {
            Ok(())
        } else {
            Err(ConnectError::Lost)
        }
    }

    /// Publishes until the outbox is empty. A database failure ends the round, not the session.
    async fn drain(&self, session: &mut Session) -> Result<(), ConnectError> {
        while !self.stop.is_cancelled() {
            let lease = self.amqp.timeout * LEASE_TIMEOUTS;
            // Measured from before the claim, so that it ends here before it does in the database.
            let last_wave = Instant::now() + lease - self.amqp.timeout * WAVE_TIMEOUTS;
            let rows = match lease::claim(&self.pool, self.id, self.options.batch, lease).await {
                Ok(rows) if rows.is_empty() => return Ok(()),
                Ok(rows) => rows,
                Err(error) => {
                    tracing::warn!(error.cause = %error, "the outbox could not be read, trying again");
                    return Ok(());
                }
            };
            let sent = session.send_all(rows, last_wave).await;
            self.settle(&sent).await;
            if let Some(error) = sent.failure {
                return Err(error);
            }
            if sent.confirmed.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Deletes what was published and releases the rest. Repeated while the database is
    /// unavailable, because a published event that stays is published again.
    async fn settle(&self, sent: &Sent) {
        let mut pause = self.amqp.min_backoff;
        loop {
            match lease::settle(&self.pool, self.id, &sent.confirmed, &sent.unsent).await {
                Ok(deleted) if deleted < sent.confirmed.len() => {
                    tracing::warn!(
                        events = sent.confirmed.len() - deleted,
                        "published events were no longer leased; another relay may publish them again"
                    );
                    return;
                }
                Ok(_deleted) => return,
                Err(error) => {
                    tracing::warn!(error.cause = %error, "published events could not be deleted, trying again");
                }
            }
            tokio::select! {
                () = self.stop.cancelled() => return,
                () = tokio::time::sleep(pause) => {}
            }
            pause = (pause * 2).min(self.amqp.max_backoff);
        }
    }
}

/// Result of a batch.
#[derive(Default)]
struct Sent {
    /// Rows confirmed by the broker.
    confirmed: Vec<i64>,
    /// Leased rows that were not confirmed.
    unsent: Vec<i64>,
    /// Why, if something failed.
    failure: Option<ConnectError>,
}

/// The publishing side of one session.
struct Session {
    publisher: Publisher,
    namespace: String,
    service: String,
    expire: Option<Duration>,
    timeout: Duration,
    /// Work queues known to exist.
    declared: HashSet<String>,
}

impl Session {
    /// Sends in waves: the first event of each aggregate concurrently, then the second, and so on.
    /// After a failure, or when the lease may end during a wave, the rest is not sent.
    async fn send_all(&mut self, rows: Vec<OutboxRow>, last_wave: Instant) -> Sent {
        let mut by_subject: BTreeMap<String, Vec<OutboxRow>> = BTreeMap::new();
        for row in rows {
            by_subject.entry(row.subject.clone()).or_default().push(row);
        }
        let mut waiting: Vec<_> = by_subject.into_values().map(Vec::into_iter).collect();
        let mut sent = Sent::default();
        while sent.failure.is_none() && Instant::now() < last_wave {
            let wave: Vec<OutboxRow> = waiting.iter_mut().filter_map(Iterator::next).collect();
            if wave.is_empty() {
                break;
            }
            self.send_wave(wave, &mut sent).await;
        }
        let rest = waiting.into_iter().flatten();
        sent.unsent.extend(rest.map(|row| row.seq));
        sent
    }

    async fn send_wave(&mut self, wave: Vec<OutboxRow>, sent: &mut Sent) {
        let declared = tokio::time::timeout(self.timeout, self.declare_work(&wave)).await;
        if let Err(error) = declared.unwrap_or(Err(ConnectError::Timeout)) {
            sent.unsent.extend(wave.iter().map(|row| row.seq));
            sent.failure = Some(error);
            return;
        }
        let results = futures::future::join_all(wave.into_iter().map(|row| self.send(row)));
        for (seq, result) in results.await {
            match result {
                Ok(()) => sent.confirmed.push(seq),
                Err(error) => {
                    sent.unsent.push(seq);
                    sent.failure = Some(error);
                }
            }
        }
    }

    async fn declare_work(&mut self, wave: &[OutboxRow]) -> Result<(), ConnectError> {
        for name in wave.iter().filter_map(|row| row.work_queue.as_deref()) {
            if !self.declared.contains(name) {
                let queue = topology::work_queue(&self.namespace, name);
                topology::declare_queue(&self.publisher.channel, &queue, self.expire).await?;
                self.declared.insert(name.to_owned());
            }
        }
        Ok(())
    }

    async fn send(&self, row: OutboxRow) -> (i64, Result<(), ConnectError>) {
        let seq = row.seq;
        let is_work = row.work_queue.is_some();
        let target = match &row.work_queue {
            Some(name) => Target::queue(&topology::work_queue(&self.namespace, name)),
            None => Target::topic(&topology::exchange(&self.namespace), &row.event_type),
        };
        let envelope = row.into_envelope(&self.service);
        let body = serde_json::to_vec(&envelope).unwrap_or_default();
        let published = self
            .publisher
            .publish(&target, &body, properties(&envelope))
            .await;
        let outcome = match published {
            Ok(Routed::Queued) => {
                metrics::counter!("messaging_published_total", "type" => envelope.r#type)
                    .increment(1);
                Ok(())
            }
            // A job must reach a queue; an event without consumers may be dropped.
            Ok(Routed::Nowhere) if is_work => Err(ConnectError::Refused),
            Ok(Routed::Nowhere) => {
                tracing::debug!(event.r#type = %envelope.r#type, "no queue is bound for this event");
                metrics::counter!("messaging_unroutable_total", "type" => envelope.r#type)
                    .increment(1);
                Ok(())
            }
            Err(error) => Err(error),
        };
        (seq, outcome)
    }
}
