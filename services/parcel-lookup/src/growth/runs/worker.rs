//! Workers: take batches off the queue, compute them, keep what they computed.
//!
//! A worker may be killed at any moment: the broker hands its batch to another one, and what is
//! written twice is the same twice. While it computes it holds no connection to the database, and it
//! computes on threads of its own. A batch that takes its worker with it again and again ends its run
//! with an error instead of going round for ever.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use domain::CustomerId;
use messaging::{AmqpConfig, ConsumerHandle, Envelope, HandlerError, RetryPolicy, work};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::compute::{self, Gauge, Hopeless, Prepared};
use super::files::{RunFile, RunFiles};
use super::queue::{self, BatchKey};
use super::row::{BatchRow, RunRow};
use super::settings::RunKind;
use super::{calibration, events, failure};
use crate::growth::area::AreaLayers;
use crate::growth::config::WorkerConfig;

/// The work queue of batches.
pub const QUEUE: &str = "growth.batches";
/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(400);
/// Workers that may die of one batch.
const MOST_ATTEMPTS: i32 = 5;
/// Runs whose layers are kept at hand.
const KEPT_LAYERS: usize = 2;

/// Running workers. They go on when this is dropped.
pub struct Workers {
    slots: Vec<ConsumerHandle>,
    stop: CancellationToken,
}

impl Workers {
    /// Starts as many as configured.
    pub fn start(pool: &Pool, amqp: &AmqpConfig, config: &WorkerConfig) -> Self {
        let stop = CancellationToken::new();
        let layers = Arc::new(Mutex::new(VecDeque::new()));
        let slots = (0..config.slots)
            .map(|_| {
                let slot = Arc::new(Slot {
                    name: Uuid::new_v4().simple().to_string(),
                    pool: pool.clone(),
                    files: RunFiles::new(config.folder.clone()),
                    layers: Arc::clone(&layers),
                    stop: stop.clone(),
                });
                work::consume(QUEUE, pool.clone(), amqp.clone(), retry(), move |job| {
                    let slot = Arc::clone(&slot);
                    async move { slot.handle(&job).await }
                })
            })
            .collect();
        Self { slots, stop }
    }

    /// Whether each has its broker, for `/readyz`.
    pub fn health(&self) -> Vec<messaging::Health> {
        self.slots.iter().map(ConsumerHandle::health).collect()
    }

    /// Gives batches at hand back after the iteration that they are in, then stops.
    pub async fn shutdown(self) {
        self.stop.cancel();
        for slot in self.slots {
            slot.shutdown().await;
        }
    }

    /// Stops at once, in the middle of whatever they do, as a crash would.
    pub fn abort(self) {
        for slot in self.slots {
            slot.abort();
        }
    }
}

/// Failures that are nobody's fault are tried again soon; attempts are counted with the batch.
fn retry() -> RetryPolicy {
    RetryPolicy {
        delays: vec![Duration::from_secs(1); MOST_ATTEMPTS as usize + 2],
    }
}

type Layers = Arc<Mutex<VecDeque<(Uuid, Arc<Prepared>)>>>;

/// One worker: one batch at a time.
struct Slot {
    name: String,
    pool: Pool,
    files: RunFiles,
    layers: Layers,
    stop: CancellationToken,
}

/// How a computation ended.
enum Outcome {
    Computed(Vec<u8>),
    /// Nobody wants it any more, or this worker is being stopped.
    Stopped,
    /// With the sentence for the person who asked, and whose fault it is.
    Failed(String, &'static str),
}

/// Stops the thread when the task that waits for it is gone.
struct StopOnDrop(Arc<Gauge>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Slot {
    async fn handle(&self, job: &Envelope) -> Result<(), HandlerError> {
        let key: BatchKey = job.parse()?;
        let Some((run, batch)) = self.begin(&key).await? else {
            return Ok(());
        };
        let started = std::time::Instant::now();
        let outcome = if batch.attempts > MOST_ATTEMPTS {
            let sentence =
                format!("A part of this run failed {MOST_ATTEMPTS} times and was given up.");
            Outcome::Failed(sentence, failure::WORK)
        } else {
            self.compute(&key, &run, &batch).await?
        };
        match outcome {
            Outcome::Computed(bytes) => {
                metrics::histogram!("growth_batch_seconds").record(started.elapsed().as_secs_f64());
                self.keep(&key, &run, &batch, &bytes).await
            }
            Outcome::Stopped => self.give_back(&key).await,
            Outcome::Failed(sentence, kind) => self.fail(&run, &sentence, kind).await,
        }
    }

    /// None where the message is out of date.
    async fn begin(&self, key: &BatchKey) -> Result<Option<(RunRow, BatchRow)>, HandlerError> {
        let begun = db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            let Some(run) = queue::unscoped_lock_running(conn, key.run_id).await? else {
                return Ok(None);
            };
            let batch = queue::unscoped_begin_batch(conn, key, &self.name).await?;
            Ok::<_, diesel::result::Error>(batch.map(|batch| (run, batch)))
        })
        .await?;
        Ok(begun)
    }

    async fn compute(
        &self,
        key: &BatchKey,
        run: &RunRow,
        batch: &BatchRow,
    ) -> Result<Outcome, HandlerError> {
        let settings = run.settings().map_err(HandlerError::permanent)?;
        let prepared = match self.prepared(run).await? {
            Ok(prepared) => prepared,
            Err(hopeless) => return Ok(Outcome::Failed(hopeless.to_string(), failure::AREA)),
        };
        let stages = calibration::stages(run).map_err(HandlerError::permanent)?;
        let (kind, first, size) = (run.kind(), batch.first, batch.size);
        let stage = stages.get(batch.stage as usize).cloned();
        let gauge = Arc::new(Gauge::default());
        let _stop_on_drop = StopOnDrop(Arc::clone(&gauge));
        let inner = Arc::clone(&gauge);
        let computing = tokio::task::spawn_blocking(move || match (kind, stage) {
            (RunKind::Prediction, _) => {
                compute::iterations(&prepared, &settings, first as u32, size as u32, &inner)
            }
            (RunKind::Calibration, Some(stage)) => {
                compute::trials(&prepared, &settings, &stage, (first, size), &inner)
            }
            (RunKind::Calibration, None) => Err(Hopeless::Damaged),
        });
        match self
            .watch(key, computing, &gauge)
            .await
            .map_err(HandlerError::retry)?
        {
            Ok(Some(bytes)) => Ok(Outcome::Computed(bytes)),
            Ok(None) => Ok(Outcome::Stopped),
            Err(hopeless) => Ok(Outcome::Failed(hopeless.to_string(), failure::AREA)),
        }
    }

    /// Tells how far the computing is until it ends, and ends it where nobody wants it any more.
    async fn watch<T>(
        &self,
        key: &BatchKey,
        mut computing: tokio::task::JoinHandle<T>,
        gauge: &Gauge,
    ) -> Result<T, tokio::task::JoinError> {
        loop {
            tokio::select! {
                ended = &mut computing => return ended,
                () = tokio::time::sleep(REPORT) => {}
            }
            if self.stop.is_cancelled() {
                gauge.stop();
            }
            match self.report(key, gauge).await {
                Ok(true) => {}
                Ok(false) => gauge.stop(),
                // The database is away: the work goes on, and the next report may succeed.
                Err(error) => tracing::debug!(error.cause = %error, "progress of a batch not told"),
            }
        }
    }

    async fn report(&self, key: &BatchKey, gauge: &Gauge) -> Result<bool, diesel::result::Error> {
        db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            if queue::unscoped_lock_running(conn, key.run_id)
                .await?
                .is_none()
                || !queue::unscoped_report_batch(conn, key, &self.name, gauge.done()).await?
            {
                return Ok(false);
            }
            queue::unscoped_count_progress(conn, key.run_id, gauge.year()).await?;
            Ok(true)
        })
        .await
    }

    async fn keep(
        &self,
        key: &BatchKey,
        run: &RunRow,
        batch: &BatchRow,
        bytes: &[u8],
    ) -> Result<(), HandlerError> {
        let folder = self.files.of(CustomerId(run.customer_id), run.run_id);
        let file = RunFile::Batch(batch.stage, batch.batch);
        if let Err(error) = folder.keep(file, bytes).await {
            tracing::error!(growth.run = %run.run_id, error.cause = %error, "a batch could not be stored");
            return self.fail(run, failure::NOT_STORED, failure::STORAGE).await;
        }
        let settings = run.settings().map_err(HandlerError::permanent)?;
        let done = match run.kind() {
            RunKind::Prediction => batch.size,
            RunKind::Calibration => {
                let stages = calibration::stages(run).map_err(HandlerError::permanent)?;
                let stage = stages.get(batch.stage as usize);
                let each = stage.map_or(0, |stage| stage.iterations(settings.iterations));
                batch.size.saturating_mul(each as i32)
            }
        };
        db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            if queue::unscoped_lock_running(conn, key.run_id)
                .await?
                .is_some()
                && queue::unscoped_end_batch(conn, key, done).await?
            {
                let run = queue::unscoped_count_progress(conn, key.run_id, None).await?;
                events::say_progressed(conn, &run).await?;
            }
            Ok::<_, diesel::result::Error>(())
        })
        .await?;
        metrics::counter!("growth_batches_total").increment(1);
        Ok(())
    }

    async fn give_back(&self, key: &BatchKey) -> Result<(), HandlerError> {
        db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            queue::unscoped_return_batch(conn, key, &self.name).await
        })
        .await?;
        Ok(())
    }

    async fn fail(
        &self,
        run: &RunRow,
        sentence: &str,
        kind: &'static str,
    ) -> Result<(), HandlerError> {
        failure::unscoped_fail(&self.pool, run.run_id, sentence, kind).await?;
        Ok(())
    }

    /// The run's layers, out of memory where another batch needed them before.
    async fn prepared(
        &self,
        run: &RunRow,
    ) -> Result<Result<Arc<Prepared>, Hopeless>, HandlerError> {
        let mut kept = self.layers.lock().await;
        if let Some((_, prepared)) = kept.iter().find(|(run_id, _)| *run_id == run.run_id) {
            return Ok(Ok(Arc::clone(prepared)));
        }
        let folder = self.files.of(CustomerId(run.customer_id), run.run_id);
        let bytes = folder
            .read(RunFile::Layers)
            .await
            .map_err(HandlerError::retry)?;
        let bytes = bytes.ok_or_else(|| HandlerError::retry("the run's layers are not there"))?;
        let made = tokio::task::spawn_blocking(move || {
            let area = AreaLayers::from_bytes(&bytes).map_err(|_damaged| Hopeless::Damaged)?;
            Ok(Prepared::new(area)?)
        })
        .await
        .map_err(HandlerError::retry)?;
        let prepared = match made {
            Ok(prepared) => Arc::new(prepared),
            Err(hopeless) => return Ok(Err(hopeless)),
        };
        kept.truncate(KEPT_LAYERS - 1);
        kept.push_front((run.run_id, Arc::clone(&prepared)));
        Ok(Ok(prepared))
    }
}
