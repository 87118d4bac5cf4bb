//! Workers: take batches from the queue, compute them and store the output.
//!
//! A worker may be killed at any moment: the broker redelivers its batch, and writing the same
//! output twice is harmless. No database connection is held while computing, which runs on separate
//! threads. A batch that repeatedly kills its worker ends its run with an error.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use domain::RunId;
use messaging::{Envelope, HandlerError, RetryPolicy};
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

use crate::growth::runs::artifacts::files::{RunFile, RunFiles};
use crate::growth::runs::artifacts::storage::{Misplaced, SharedFolder};
use crate::growth::runs::calibration;
use crate::growth::runs::events;
use crate::growth::runs::row::{BatchRow, RunRow};
use crate::growth::runs::scheduling::batches::{self, BatchKey};
use crate::growth::runs::scheduling::compute::{self, ComputeError, Gauge, Prepared};
use crate::growth::runs::scheduling::failure;
use crate::growth::runs::scheduling::queue;
use crate::growth::runs::settings::RunKind;
use crate::growth::runs::state::FailureKind;
use growth_layers::AreaLayers;

/// Work queue of batches.
pub const QUEUE: &str = "growth.batches";
/// Interval of progress reports.
const REPORT: Duration = Duration::from_millis(400);
/// Most starts of a batch.
const MAX_ATTEMPTS: i32 = 5;
/// Number of runs whose layers are cached.
const KEPT_LAYERS: usize = 2;

/// Transient failures are retried soon; attempts are counted with the batch.
pub(super) fn retry() -> RetryPolicy {
    RetryPolicy {
        delays: vec![Duration::from_secs(1); MAX_ATTEMPTS as usize + 2],
    }
}

/// Layer cache shared by the workers of a process.
pub(super) type Layers = Arc<Mutex<VecDeque<(RunId, Arc<Prepared>)>>>;

/// One worker, which computes one batch at a time.
pub(super) struct Slot {
    pub(super) name: String,
    pub(super) pool: Pool,
    pub(super) files: RunFiles,
    pub(super) folder: SharedFolder,
    pub(super) layers: Layers,
    pub(super) stop: CancellationToken,
    /// Receives the reason why this process cannot work.
    pub(super) faults: mpsc::Sender<String>,
}

/// Result of a computation.
enum Outcome {
    Computed(Vec<u8>),
    /// The batch was cancelled, or this worker is stopping.
    Stopped,
    /// This worker cannot compute it, but another might.
    Unable(Unable),
    /// Message for the user and kind of failure.
    Failed(String, FailureKind),
}

/// Why a worker cannot work.
enum Unable {
    /// Wrong folder. Does not count as an attempt.
    Misplaced(Misplaced),
    /// A file of the run is missing in the right folder. Counts as an attempt: otherwise a run
    /// whose files are lost would be retried forever.
    Missing(String),
}

/// Stops the computing thread when the waiting task is dropped.
struct StopOnDrop(Arc<Gauge>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Slot {
    pub(super) async fn handle(&self, job: &Envelope) -> Result<(), HandlerError> {
        let key: BatchKey = job.parse()?;
        let Some((run, batch)) = self.begin(&key).await? else {
            return Ok(());
        };
        let started = std::time::Instant::now();
        let outcome = if batch.attempts > MAX_ATTEMPTS {
            let sentence =
                format!("A part of this run failed {MAX_ATTEMPTS} times and was abandoned.");
            Outcome::Failed(sentence, FailureKind::Work)
        } else {
            self.compute(&key, &run, &batch).await?
        };
        match outcome {
            Outcome::Computed(bytes) => {
                metrics::histogram!("growth_batch_seconds").record(started.elapsed().as_secs_f64());
                self.keep(&key, &run, &batch, &bytes).await
            }
            Outcome::Stopped => self.give_back(&key, false).await,
            Outcome::Unable(unable) => {
                let (is_try, fault) = match unable {
                    Unable::Misplaced(misplaced) => (false, misplaced.to_string()),
                    Unable::Missing(fault) => (true, fault),
                };
                self.give_back(&key, is_try).await?;
                self.stand_down(fault).await;
                Ok(())
            }
            Outcome::Failed(sentence, kind) => self.fail(&run, &sentence, kind).await,
        }
    }

    /// None when the message is outdated.
    async fn begin(&self, key: &BatchKey) -> Result<Option<(RunRow, BatchRow)>, HandlerError> {
        let begun = db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            let Some(run) = queue::unscoped_lock_running(conn, key.run_id).await? else {
                return Ok(None);
            };
            let batch = batches::unscoped_begin_batch(conn, key, &self.name).await?;
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
            Err(outcome) => return Ok(outcome),
        };
        let stages = calibration::stages(run).map_err(HandlerError::permanent)?;
        let (kind, first, size) = (run.kind, batch.first, batch.size);
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
            (RunKind::Calibration, None) => Err(ComputeError::Damaged),
        });
        match self
            .watch(key, computing, &gauge)
            .await
            .map_err(HandlerError::retry)?
        {
            Ok(Some(bytes)) => Ok(Outcome::Computed(bytes)),
            Ok(None) => Ok(Outcome::Stopped),
            Err(error) => Ok(Outcome::Failed(error.to_string(), FailureKind::Area)),
        }
    }

    /// Reports progress until the computation ends, and stops it when it is no longer wanted.
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
                // The computation continues; the next report may succeed.
                Err(error) => {
                    tracing::debug!(error.cause = %error, "progress of a batch was not published");
                }
            }
        }
    }

    async fn report(&self, key: &BatchKey, gauge: &Gauge) -> Result<bool, diesel::result::Error> {
        db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            if queue::unscoped_lock_running(conn, key.run_id)
                .await?
                .is_none()
                || !batches::unscoped_report_batch(conn, key, &self.name, gauge.done()).await?
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
        let folder = self.files.of(run.customer_id, run.run_id);
        let file = RunFile::Batch(batch.stage, batch.batch);
        if let Err(error) = folder.keep(file, bytes).await {
            tracing::error!(growth.run = %run.run_id, error.cause = %error, "a batch could not be stored");
            if let Err(misplaced) = self.folder.check_writing().await
                && !misplaced.is_of_all()
            {
                self.give_back(key, false).await?;
                self.stand_down(misplaced.to_string()).await;
                return Ok(());
            }
            return self
                .fail(run, failure::NOT_STORED, FailureKind::Storage)
                .await;
        }
        let settings = run.settings().map_err(HandlerError::permanent)?;
        let done = match run.kind {
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
                && batches::unscoped_end_batch(conn, key, done).await?
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

    async fn give_back(&self, key: &BatchKey, is_try: bool) -> Result<(), HandlerError> {
        db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            batches::unscoped_return_batch(conn, key, &self.name, is_try).await
        })
        .await?;
        Ok(())
    }

    /// Reports why this process cannot work, and takes no batch until it is stopped.
    async fn stand_down(&self, fault: String) {
        // A second report would change nothing.
        let _ = self.faults.try_send(fault);
        self.stop.cancelled().await;
    }

    async fn fail(
        &self,
        run: &RunRow,
        sentence: &str,
        kind: FailureKind,
    ) -> Result<(), HandlerError> {
        failure::unscoped_fail(&self.pool, run.run_id, sentence, kind).await?;
        Ok(())
    }

    /// The run's layers, cached or read; else the batch's outcome.
    async fn prepared(&self, run: &RunRow) -> Result<Result<Arc<Prepared>, Outcome>, HandlerError> {
        let mut kept = self.layers.lock().await;
        if let Some((_, prepared)) = kept.iter().find(|(run_id, _)| *run_id == run.run_id) {
            return Ok(Ok(Arc::clone(prepared)));
        }
        let folder = self.files.of(run.customer_id, run.run_id);
        let missing = match folder.read(RunFile::Layers).await {
            Ok(Some(bytes)) => {
                return self.keep_prepared(run, bytes, &mut kept).await;
            }
            Ok(None) => "they are not there".to_owned(),
            Err(error) => error.to_string(),
        };
        if !self.is_wanted(run).await? {
            // The run was cancelled and removed in between.
            return Ok(Err(Outcome::Stopped));
        }
        let unable = match self.folder.check().await {
            Err(misplaced) => Unable::Misplaced(misplaced),
            Ok(()) => Unable::Missing(format!(
                "the layers of run {} cannot be read: {missing}",
                run.run_id
            )),
        };
        Ok(Err(Outcome::Unable(unable)))
    }

    async fn keep_prepared(
        &self,
        run: &RunRow,
        bytes: Vec<u8>,
        kept: &mut VecDeque<(RunId, Arc<Prepared>)>,
    ) -> Result<Result<Arc<Prepared>, Outcome>, HandlerError> {
        let made = tokio::task::spawn_blocking(move || {
            let area = AreaLayers::from_bytes(&bytes).map_err(|_damaged| ComputeError::Damaged)?;
            Ok::<_, ComputeError>(Prepared::new(area)?)
        })
        .await
        .map_err(HandlerError::retry)?;
        let prepared = match made {
            Ok(prepared) => Arc::new(prepared),
            Err(error) => {
                return Ok(Err(Outcome::Failed(error.to_string(), FailureKind::Area)));
            }
        };
        kept.truncate(KEPT_LAYERS - 1);
        kept.push_front((run.run_id, Arc::clone(&prepared)));
        Ok(Ok(prepared))
    }

    async fn is_wanted(&self, run: &RunRow) -> Result<bool, HandlerError> {
        let running = db::unscoped_tx(&self.pool, "growth worker", async |conn| {
            queue::unscoped_lock_running(conn, run.run_id).await
        })
        .await?;
        Ok(running.is_some())
    }
}
