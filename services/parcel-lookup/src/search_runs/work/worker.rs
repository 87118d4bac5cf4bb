//! Works on runs in a serving process.
//!
//! A run is taken in one statement and leased; its process renews the lease with each report. A process
//! that dies leaves a run whose lease ends, and another one takes it from the start: nothing of a run is
//! kept before its end, which is one transaction.

use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use super::gauge::Gauge;
use super::judging::Job;
use super::{land, listing};
use crate::growth::GrowthContext;
use crate::search_runs::error::SearchError;
use crate::search_runs::queue::{self, End, Held};
use crate::search_runs::row::SearchRow;
use crate::search_runs::{SearchContext, events};
use crate::site_layers::SiteLayers;
use crate::state::AppState;

const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum interval between queries.
const MIN_INTERVAL: Duration = Duration::from_millis(50);
/// Interval of reports.
const REPORT: Duration = Duration::from_millis(200);
/// Runs of a firm that are at work in all processes.
const OF_A_FIRM: i64 = 2;
/// Runs of a process: each holds the facts of its area in memory.
const AT_ONCE: usize = 2;
/// Most starts of a run.
const MAX_ATTEMPTS: i32 = 3;

/// Works on runs until it is stopped.
#[derive(Clone)]
pub struct Worker {
    pool: Pool,
    growth: GrowthContext,
    searches: SearchContext,
    site_layers: Arc<SiteLayers>,
}

/// Handle of a running worker, which continues when this is dropped.
pub struct WorkerHandle {
    stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
}

impl WorkerHandle {
    /// Stops; the runs at work go back to the queue.
    pub async fn shutdown(self) {
        self.stop.cancel();
        for task in self.tasks {
            if let Err(error) = task.await {
                tracing::error!(error.cause = %error, "the work on search runs failed");
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

impl Worker {
    pub fn new(state: &AppState) -> Self {
        Self {
            pool: state.pool.clone(),
            growth: state.growth.clone(),
            searches: state.searches.clone(),
            site_layers: state.site_layers.clone(),
        }
    }

    /// Starts the work, and the listener that wakes it.
    pub fn start(self) -> WorkerHandle {
        let stop = CancellationToken::new();
        let listener = self.searches.notices().clone();
        let tasks = vec![
            tokio::spawn(listener.listen(self.pool.clone(), stop.clone())),
            tokio::spawn(self.run(stop.clone())),
        ];
        WorkerHandle { stop, tasks }
    }

    async fn run(self, stop: CancellationToken) {
        let mut notices = self.searches.notices().subscribe();
        let places = Arc::new(Semaphore::new(AT_ONCE));
        let mut work = JoinSet::new();
        while !stop.is_cancelled() {
            notices.clear();
            if let Err(error) = self.take_some(&places, &mut work, &stop).await {
                tracing::debug!(error.cause = %error, "search runs could not be taken, trying again");
            }
            while work.try_join_next().is_some() {}
            tokio::select! {
                () = stop.cancelled() => {}
                () = async { tokio::time::sleep(MIN_INTERVAL).await; notices.wait(None, POLL_INTERVAL).await } => {}
                // A place is free.
                Some(_) = work.join_next() => {}
            }
        }
        // Each gives its run back.
        while work.join_next().await.is_some() {}
    }

    async fn take_some(
        &self,
        places: &Arc<Semaphore>,
        work: &mut JoinSet<()>,
        stop: &CancellationToken,
    ) -> Result<(), diesel::result::Error> {
        while let Ok(place) = Arc::clone(places).try_acquire_owned() {
            let taken = db::unscoped_tx(&self.pool, "search worker", async |conn| {
                queue::unscoped_take(conn, OF_A_FIRM).await
            })
            .await?;
            let Some(run) = taken else { return Ok(()) };
            let (worker, stop) = (self.clone(), stop.clone());
            work.spawn(async move {
                worker.work(run, &stop).await;
                drop(place);
            });
        }
        Ok(())
    }

    /// Works on a run until it ends, is cancelled or belongs to another process.
    async fn work(&self, run: SearchRow, stop: &CancellationToken) {
        let held = Held {
            run_id: run.run_id,
            attempts: run.attempts,
        };
        let gauge = Gauge::default();
        let _stop_on_drop = StopOnDrop(gauge.clone());
        let outcome = if run.attempts > MAX_ATTEMPTS {
            let sentence = "This run could not be processed and was abandoned.";
            self.end(held, End::Failed(sentence)).await
        } else {
            tokio::select! {
                outcome = self.find(run, held, &gauge) => outcome,
                () = self.hold(held, &gauge) => Ok(()),
                () = stop.cancelled() => self.give_back(held).await,
            }
        };
        let Err(error) = outcome else { return };
        match &error {
            // Retried after the lease ends.
            SearchError::Database(_) | SearchError::Project(_) => {
                tracing::warn!(search.run = %held.run_id, error.cause = %error, "retrying a search run");
            }
            error => {
                tracing::warn!(search.run = %held.run_id, error.cause = %error, "a search run failed");
                let sentence = match error {
                    SearchError::TooLarge | SearchError::FilterTooSlow | SearchError::Growth(_) => {
                        error.to_string()
                    }
                    _ => "This run failed because of a defect in Sitewright.".to_owned(),
                };
                if let Err(error) = self.end(held, End::Failed(&sentence)).await {
                    tracing::warn!(search.run = %held.run_id, error.cause = %error, "the failure of a search run could not be stored");
                }
            }
        }
    }

    async fn find(&self, run: SearchRow, held: Held, gauge: &Gauge) -> Result<(), SearchError> {
        let started = std::time::Instant::now();
        let job = Job::of(&self.pool, &self.growth, run).await?;
        let kept = db::tenant_tx(&self.pool, job.run.customer_id, async |conn| {
            let Some(found) = job.find(conn, None, gauge).await? else {
                return Ok(None);
            };
            let unmapped = land::unmapped(conn, &job, &found, &self.site_layers).await?;
            let outcome = listing::outcome(conn, &job, &found, unmapped).await?;
            let pages = listing::pages(conn, &job, &found).await?;
            Ok::<_, SearchError>(Some((found.total, found.best(), outcome, pages)))
        })
        .await?;
        let Some((total, best, outcome, pages)) = kept else {
            return Ok(());
        };
        land::want(&self.pool, &self.site_layers, &outcome.unmapped).await;
        metrics::histogram!("search_run_seconds").record(started.elapsed().as_secs_f64());
        let outcome = serde_json::to_value(outcome)
            .map_err(|error| SearchError::Unreadable(error.to_string()))?;
        let end = End::Done {
            total,
            outcome,
            best: &best,
            pages: &pages,
        };
        self.end(held, end).await
    }

    async fn end(&self, held: Held, end: End<'_>) -> Result<(), SearchError> {
        db::unscoped_tx(&self.pool, "search worker", async |conn| {
            if let Some(run) = queue::unscoped_end(conn, held, &end).await? {
                events::say_finished(conn, &run).await?;
            }
            Ok(())
        })
        .await
    }

    async fn give_back(&self, held: Held) -> Result<(), SearchError> {
        db::unscoped_tx(&self.pool, "search worker", async |conn| {
            queue::unscoped_give_back(conn, held).await
        })
        .await?;
        Ok(())
    }

    /// Reports progress; returns when the run is cancelled or belongs to another process.
    async fn hold(&self, held: Held, gauge: &Gauge) {
        loop {
            tokio::time::sleep(REPORT).await;
            let (judged, total) = gauge.progress();
            let told = db::unscoped_tx(&self.pool, "search worker", async |conn| {
                queue::unscoped_report(conn, held, judged, total).await
            })
            .await;
            if matches!(told, Ok(false)) {
                return;
            }
        }
    }
}

/// Stops the judging thread when the waiting task is dropped.
struct StopOnDrop(Gauge);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
