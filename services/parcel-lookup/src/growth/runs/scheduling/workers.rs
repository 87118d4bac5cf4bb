//! Supervises the workers of a process: they take batches only while its folder is the shared one.
//!
//! A process that cannot read or write run files must not use up the attempts of batches: its
//! workers stop, their batches are returned, and they restart when the folder is right.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use db::Pool;
use futures::future::join_all;
use messaging::{AmqpConfig, ConsumerHandle, work};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::growth::config::WorkerConfig;
use crate::growth::runs::artifacts::files::RunFiles;
use crate::growth::runs::artifacts::storage::{Misplaced, SharedFolder};
use crate::growth::runs::scheduling::worker::{Layers, QUEUE, Slot, retry};

/// Poll interval while the folder is wrong.
const LOOK: Duration = Duration::from_secs(1);
/// Pause after a run's file was missing in the right folder, in which other processes get the
/// batches.
const REST: Duration = Duration::from_mins(1);

/// Running workers, which continue when this is dropped.
pub struct Workers {
    standing: Standing,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

/// State of a process's workers, for readiness checks.
#[derive(Clone)]
pub struct Standing {
    folder: SharedFolder,
    now: Arc<RwLock<Now>>,
}

#[derive(Default)]
struct Now {
    slots: Vec<messaging::Health>,
    fault: Option<String>,
}

/// Why a process takes no batches.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Resting(String);

impl Standing {
    /// Broker health of each worker, for `/readyz`. Empty while they are paused.
    pub fn health(&self) -> Vec<messaging::Health> {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        now.slots.clone()
    }

    /// Whether the folder is the right one and writable, and no run file was missing, for
    /// `/readyz`.
    pub async fn check_storage(&self) -> Result<(), Resting> {
        let fault = {
            let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
            now.fault.clone()
        };
        if let Some(fault) = fault {
            return Err(Resting(fault));
        }
        let checked = self.folder.check_writing().await;
        checked.map_err(|misplaced| Resting(misplaced.to_string()))
    }

    fn set(&self, slots: Vec<messaging::Health>, fault: Option<String>) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        *now = Now { slots, fault };
    }
}

impl Workers {
    /// Starts the configured number as soon as the folder is the right one.
    pub fn start(pool: &Pool, amqp: &AmqpConfig, config: &WorkerConfig) -> Self {
        let stop = CancellationToken::new();
        let standing = Standing {
            folder: SharedFolder::new(pool.clone(), config.folder.clone()),
            now: Arc::default(),
        };
        let crew = Crew {
            pool: pool.clone(),
            amqp: amqp.clone(),
            config: config.clone(),
            layers: Arc::new(Mutex::new(VecDeque::new())),
            standing: standing.clone(),
        };
        Self {
            standing,
            task: tokio::spawn(crew.run(stop.clone())),
            stop,
        }
    }

    pub fn standing(&self) -> Standing {
        self.standing.clone()
    }

    /// Stops after the current iteration and returns the batches.
    pub async fn shutdown(self) {
        self.stop.cancel();
        if let Err(error) = self.task.await {
            tracing::error!(error.cause = %error, "growth workers failed");
        }
    }

    /// Stops immediately, as a crash would.
    pub fn abort(self) {
        self.task.abort();
    }
}

/// Starts and stops the workers of a process.
struct Crew {
    pool: Pool,
    amqp: AmqpConfig,
    config: WorkerConfig,
    layers: Layers,
    standing: Standing,
}

/// Workers that stop when the owning task is dropped.
struct Slots(Vec<ConsumerHandle>);

impl Drop for Slots {
    fn drop(&mut self) {
        self.0.drain(..).for_each(ConsumerHandle::abort);
    }
}

impl Crew {
    async fn run(self, stop: CancellationToken) {
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.until_right() => {}
            }
            let Some(fault) = self.work(&stop).await else {
                return;
            };
            tracing::error!(
                error.cause = fault,
                "this process computes no more batches of growth runs"
            );
            self.standing.set(Vec::new(), Some(fault));
            // The folder is still right, so checking it again would not help.
            if self.standing.folder.check_writing().await.is_ok() {
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = tokio::time::sleep(REST) => {}
                }
            }
        }
    }

    /// Polls until the folder is the shared one.
    async fn until_right(&self) {
        let mut said = String::new();
        while let Err(misplaced) = self.standing.folder.check_writing().await {
            let fault = misplaced.to_string();
            if matches!(misplaced, Misplaced::Unknown) {
                tracing::debug!("growth workers wait for the first serving process");
            } else if said != fault {
                tracing::error!(
                    error.cause = fault,
                    "this process computes no batches of growth runs"
                );
                said.clone_from(&fault);
            }
            self.standing.set(Vec::new(), Some(fault));
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Runs workers until told to stop, or until one reports why it cannot work.
    async fn work(&self, stop: &CancellationToken) -> Option<String> {
        let (faults, mut told) = mpsc::channel(1);
        let given_up = stop.child_token();
        let slots = (0..self.config.slots).map(|_| self.slot(&faults, &given_up));
        let mut slots = Slots(slots.collect());
        let health = slots.0.iter().map(ConsumerHandle::health).collect();
        self.standing.set(health, None);
        let fault = tokio::select! {
            () = stop.cancelled() => None,
            fault = told.recv() => fault,
        };
        // All are asked to stop before any is waited for.
        let ended = join_all(slots.0.drain(..).map(ConsumerHandle::shutdown));
        tokio::join!(ended, async { given_up.cancel() });
        fault
    }

    fn slot(&self, faults: &mpsc::Sender<String>, stop: &CancellationToken) -> ConsumerHandle {
        let slot = Arc::new(Slot {
            name: Uuid::new_v4().simple().to_string(),
            pool: self.pool.clone(),
            files: RunFiles::new(self.config.folder.clone()),
            folder: self.standing.folder.clone(),
            layers: Arc::clone(&self.layers),
            stop: stop.clone(),
            faults: faults.clone(),
        });
        let (pool, amqp) = (self.pool.clone(), self.amqp.clone());
        work::consume(QUEUE, pool, amqp, retry(), move |job| {
            let slot = Arc::clone(&slot);
            async move { slot.handle(&job).await }
        })
    }
}
