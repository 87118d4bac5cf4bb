//! Scheduler of runs: prepares queued runs, distributes batches, joins finished ones.
//!
//! Each serving process has a dispatcher. It acts on the tables, not on notices, so that a lost
//! notice, a broker restart or a dead replica only delays work: notices wake it, and it polls
//! otherwise. Several dispatchers are safe: a run or batch is taken in one statement, turns are
//! decided under a lock, and every step is leased.

use std::sync::Arc;
use std::time::{Duration, Instant};

use db::Pool;
use messaging::{Event, outbox};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::growth::GrowthContext;
use crate::growth::runs::artifacts::storage::{Misplaced, SharedFolder};
use crate::growth::runs::row::{BatchRow, RunRow};
use crate::growth::runs::scheduling::batches::{self, BatchKey};
use crate::growth::runs::scheduling::failure;
use crate::growth::runs::scheduling::finish;
use crate::growth::runs::scheduling::prepare;
use crate::growth::runs::scheduling::queue;
use crate::growth::runs::scheduling::worker::QUEUE;
use crate::growth::runs::state::{FailureKind, RunState};
use crate::watch::Notices;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum interval between queries.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
/// Interval of the check that the folder is the shared one.
const FOLDER_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Runs that a process prepares or joins concurrently.
const STEPS_AT_ONCE: usize = 2;
/// Most attempts of preparing or joining.
const MAX_ATTEMPTS: i32 = 3;
/// Renewal interval of a step's lease; well below the lease itself.
const LEASE_RENEWAL: Duration = Duration::from_secs(8);

/// Dependencies of a step.
#[derive(Clone)]
pub(super) struct StepContext {
    pub(super) pool: Pool,
    pub(super) growth: GrowthContext,
}

/// Handle of a running dispatcher, which continues when this is dropped.
pub struct DispatcherHandle {
    stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
}

impl DispatcherHandle {
    /// Stops; another dispatcher takes over the current step when its lease expires.
    pub async fn shutdown(self) {
        self.stop.cancel();
        for task in self.tasks {
            if let Err(error) = task.await {
                tracing::error!(error.cause = %error, "the growth dispatcher failed");
            }
        }
    }

    /// Stops immediately, as a crash would.
    pub fn abort(self) {
        for task in self.tasks {
            task.abort();
        }
    }
}

/// Starts this process's dispatcher and the listener that wakes it.
pub fn start(pool: &Pool, growth: &GrowthContext) -> DispatcherHandle {
    let stop = CancellationToken::new();
    let notices: Notices = growth.notices().clone();
    let context = StepContext {
        pool: pool.clone(),
        growth: growth.clone(),
    };
    let tasks = vec![
        tokio::spawn(notices.listen(pool.clone(), stop.clone())),
        tokio::spawn(context.run(stop.clone())),
    ];
    DispatcherHandle { stop, tasks }
}

/// The next step of a run.
enum Step {
    Prepare(RunRow),
    Finish(RunRow),
}

/// Cached result of the folder check: steps must write where other processes read.
#[derive(Default)]
struct FolderLook(Option<(Instant, bool)>);

impl FolderLook {
    async fn is_right(&mut self, folder: &SharedFolder) -> bool {
        let before = self.0.map(|(_, is_right)| is_right);
        if let Some((at, is_right)) = self.0
            && at.elapsed() < FOLDER_CHECK_INTERVAL
        {
            return is_right;
        }
        let is_right = match folder.claim().await {
            // No process has another folder; the step itself reports the storage error.
            Ok(()) | Err(Misplaced::Unclaimable(_)) => true,
            Err(Misplaced::Database(_)) => return before.unwrap_or(false),
            Err(misplaced) => {
                if before != Some(false) {
                    tracing::error!(error.cause = %misplaced, "growth runs are left to other processes; storage is not usable");
                }
                false
            }
        };
        self.0 = Some((Instant::now(), is_right));
        is_right
    }
}

impl StepContext {
    fn folder(&self) -> SharedFolder {
        SharedFolder::new(self.pool.clone(), self.growth.config().folder.clone())
    }

    async fn run(self, stop: CancellationToken) {
        let mut notices = self.growth.notices().subscribe();
        let places = Arc::new(Semaphore::new(STEPS_AT_ONCE));
        let mut steps = JoinSet::new();
        let mut folder = FolderLook::default();
        while !stop.is_cancelled() {
            notices.clear();
            if let Err(error) = self.round(&places, &mut steps, &mut folder).await {
                tracing::debug!(error.cause = %error, "due growth runs could not be read, trying again");
            }
            while steps.try_join_next().is_some() {}
            tokio::select! {
                () = stop.cancelled() => {}
                () = async { tokio::time::sleep(MIN_INTERVAL).await; notices.wait(None, POLL_INTERVAL).await } => {}
                // A slot is free.
                Some(_) = steps.join_next() => {}
            }
        }
        steps.shutdown().await;
    }

    async fn round(
        &self,
        places: &Arc<Semaphore>,
        steps: &mut JoinSet<()>,
        folder: &mut FolderLook,
    ) -> Result<(), diesel::result::Error> {
        let lapsed = db::unscoped_tx(&self.pool, "growth dispatcher", async |conn| {
            queue::unscoped_release_lapsed(conn).await
        })
        .await?;
        if lapsed > 0 {
            tracing::warn!(growth.lapsed = lapsed, "work on growth runs resumes");
        }
        let may_work = folder.is_right(&self.folder()).await;
        while may_work && let Ok(place) = Arc::clone(places).try_acquire_owned() {
            let Some(step) = self.take_step().await? else {
                break;
            };
            let context = self.clone();
            steps.spawn(async move {
                context.work(step).await;
                drop(place);
            });
        }
        self.share_out().await
    }

    async fn take_step(&self) -> Result<Option<Step>, diesel::result::Error> {
        let at_once = self.growth.config().runs_at_once;
        db::unscoped_tx(&self.pool, "growth dispatcher", async |conn| {
            queue::lock_turns(conn).await?;
            if let Some(run) = queue::unscoped_take_computed(conn).await? {
                return Ok(Some(Step::Finish(run)));
            }
            Ok(queue::unscoped_take_queued(conn, at_once)
                .await?
                .map(Step::Prepare))
        })
        .await
    }

    /// Runs one step until it finishes or loses its lease.
    async fn work(&self, step: Step) {
        let (run, state) = match &step {
            Step::Prepare(run) => (run.clone(), RunState::Preparing),
            Step::Finish(run) => (run.clone(), RunState::Running),
        };
        let outcome = if run.attempts > MAX_ATTEMPTS {
            Err(StepError::failed(
                "This run could not be processed and was abandoned.",
                FailureKind::Work,
            ))
        } else {
            tokio::select! {
                outcome = async {
                    match &step {
                        Step::Prepare(run) => prepare::prepare(self, run).await,
                        Step::Finish(run) => finish::finish(self, run).await,
                    }
                } => outcome,
                () = self.hold(&run, state) => Ok(()),
            }
        };
        match outcome {
            Ok(()) => {}
            Err(StepError::Failed(sentence, kind)) => {
                if let Err(error) =
                    failure::unscoped_fail(&self.pool, run.run_id, &sentence, kind).await
                {
                    // Retried after the lease expires.
                    tracing::warn!(growth.run = %run.run_id, error.cause = %error, "the failure of a growth run could not be stored");
                }
            }
            Err(StepError::Database(error)) => {
                tracing::warn!(growth.run = %run.run_id, error.cause = %error, "retrying a growth run");
            }
        }
    }

    /// Renews a step's lease; returns when the step belongs to another dispatcher.
    async fn hold(&self, run: &RunRow, state: RunState) {
        loop {
            tokio::time::sleep(LEASE_RENEWAL).await;
            let kept = db::unscoped_tx(&self.pool, "growth dispatcher", async |conn| {
                queue::unscoped_keep_step(conn, run.run_id, state, run.attempts).await
            })
            .await;
            if matches!(kept, Ok(false)) {
                return;
            }
        }
    }

    /// Queues batches one by one, up to the configured limit.
    async fn share_out(&self) -> Result<(), diesel::result::Error> {
        let ahead = self.growth.config().batches_ahead;
        db::unscoped_tx(&self.pool, "growth dispatcher", async |conn| {
            queue::lock_turns(conn).await?;
            let mut queued = batches::unscoped_count_queued(conn).await?;
            while queued < ahead {
                let Some(batch) = batches::unscoped_take_waiting(conn).await? else {
                    break;
                };
                outbox::append_work(conn, QUEUE, &job(&batch)).await?;
                queued += 1;
            }
            Ok(())
        })
        .await
    }
}

/// The message about a batch. Each batch is its own subject, because batches need no order.
fn job(batch: &BatchRow) -> Event {
    let key = BatchKey {
        run_id: batch.run_id,
        stage: batch.stage,
        batch: batch.batch,
        generation: batch.generation,
    };
    let subject = format!("{}-{}-{}", batch.run_id, batch.stage, batch.batch);
    let data = serde_json::to_value(key).unwrap_or_default();
    Event::new(
        "growth.batch",
        subject,
        i64::from(batch.generation),
        batch.customer_id,
        data,
    )
}

/// Why a step failed.
#[derive(Debug)]
pub(super) enum StepError {
    /// Message for the user and kind of failure.
    Failed(String, FailureKind),
    /// Retried.
    Database(diesel::result::Error),
}

impl StepError {
    pub(super) fn failed(sentence: impl Into<String>, kind: FailureKind) -> Self {
        Self::Failed(sentence.into(), kind)
    }

    /// Files could not be read or written.
    pub(super) fn storage(error: &std::io::Error) -> Self {
        tracing::error!(error.cause = %error, "files of a growth run could not be stored");
        Self::failed(failure::NOT_STORED, FailureKind::Storage)
    }
}

impl From<diesel::result::Error> for StepError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error)
    }
}

impl From<crate::growth::runs::row::Unreadable> for StepError {
    fn from(error: crate::growth::runs::row::Unreadable) -> Self {
        Self::failed(error.to_string(), FailureKind::Work)
    }
}

impl From<super::compute::ComputeError> for StepError {
    fn from(error: super::compute::ComputeError) -> Self {
        Self::failed(error.to_string(), FailureKind::Area)
    }
}

impl From<tokio::task::JoinError> for StepError {
    fn from(error: tokio::task::JoinError) -> Self {
        tracing::error!(error.cause = %error, "a step of a growth run panicked");
        Self::failed(
            "This run failed because of a defect in Sitewright.",
            FailureKind::Work,
        )
    }
}
