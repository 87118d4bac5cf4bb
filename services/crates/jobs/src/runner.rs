//! Runs jobs: leases those that are due, runs them concurrently, and records how they ended.
//!
//! Woken by NOTIFY, with a clock for retries and lost notifications. Any number of processes may
//! run the same kinds.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use db::{AsyncPgConnection, Notification, Pool};
use diesel::QueryResult;
use futures::FutureExt as _;
use futures::future::join_all;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::kind::{Kind, Outcome};
use crate::store::{self, Leased, Renewed, Turn};
use crate::{Attempt, Job, gauges};

/// Poll interval when nothing wakes a worker.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Pause before a job runs again for which the database was unavailable.
const POSTPONED: Duration = Duration::from_secs(1);
/// How long a lease lasts unless it is renewed: after this a job of a killed worker runs again.
const LEASE: Duration = Duration::from_mins(1);
/// How often a lease is renewed in its time.
const RENEWALS: u32 = 4;
/// Pause before the result of a run is written again.
const SETTLE_RETRY: Duration = Duration::from_secs(1);
const REASON: &str = "background jobs";

/// The kinds of jobs that a process runs.
pub struct Runner {
    pool: Pool,
    poll_interval: Duration,
    lease: Duration,
    kinds: Vec<Kind>,
}

impl Runner {
    /// A runner without any kinds of jobs.
    pub fn new(pool: Pool) -> Self {
        Self {
            pool,
            poll_interval: POLL_INTERVAL,
            lease: LEASE,
            kinds: Vec::new(),
        }
    }

    /// Adds a kind of jobs, of which up to `concurrency` run at once in this process.
    ///
    /// # Panics
    /// When the kind is already there.
    #[must_use]
    pub fn job<J: Job>(mut self, context: Arc<J::Context>, concurrency: usize) -> Self {
        assert!(
            self.kinds.iter().all(|kind| kind.name != J::KIND),
            "two job kinds are named {}",
            J::KIND
        );
        self.kinds.push(Kind::of::<J>(context, concurrency));
        self
    }

    /// Sets the poll interval, 5 s by default.
    #[must_use]
    pub fn poll_interval(mut self, interval: Duration) -> Self {
        self.poll_interval = interval;
        self
    }

    /// Sets how long a lease lasts unless it is renewed, 60 s by default. A worker renews the leases of its running
    /// jobs four times in this time.
    #[must_use]
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Runs jobs until `stop`, then lets the running ones end. Jobs that are running when this
    /// future is dropped are aborted and run again when their leases end.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let stop = stop.shared();
        let workers: Vec<Worker> = self
            .kinds
            .into_iter()
            .map(|kind| Worker {
                pool: self.pool.clone(),
                poll_interval: self.poll_interval,
                lease: self.lease,
                kind,
                wake: Notify::new(),
            })
            .collect();
        let working = join_all(workers.iter().map(|worker| worker.work(stop.clone())));
        let listening = db::listen(&self.pool, "jobs", |notification| {
            for worker in &workers {
                // Also when listening begins, for jobs enqueued before.
                if matches!(notification, Notification::Listening)
                    || notification == Notification::Notice(worker.kind.name)
                {
                    worker.wake.notify_one();
                }
            }
        });
        let kinds: Vec<&'static str> = workers.iter().map(|worker| worker.kind.name).collect();
        tokio::select! {
            _ended = working => {}
            _never = listening => {}
            _never = gauges::keep_current(&self.pool, &kinds) => {}
        }
    }
}

/// Runs the jobs of one kind.
struct Worker {
    pool: Pool,
    poll_interval: Duration,
    lease: Duration,
    kind: Kind,
    wake: Notify,
}

impl Worker {
    async fn work(&self, stop: impl Future<Output = ()>) {
        let mut stop = std::pin::pin!(stop);
        let mut running = JoinSet::new();
        let mut last = Turn::START;
        loop {
            self.start_due(&mut running, &mut last).await;
            let idle = running.len() < self.kind.concurrency;
            tokio::select! {
                () = &mut stop => break,
                () = self.wake.notified(), if idle => {}
                _ended = running.join_next(), if !running.is_empty() => {}
                () = tokio::time::sleep(self.poll_interval), if idle => {}
            }
        }
        while running.join_next().await.is_some() {}
    }

    /// Starts as many due jobs as may run, of the firms whose turn comes after `last`.
    async fn start_due(&self, running: &mut JoinSet<()>, last: &mut Turn) {
        let free = self.kind.concurrency - running.len();
        if free == 0 {
            return;
        }
        let leased = db::unscoped_tx(&self.pool, REASON, async |conn| {
            store::lease(conn, self.kind.name, free, self.lease, last).await
        })
        .await;
        match leased {
            Ok(jobs) => {
                for job in jobs {
                    let (kind, pool) = (self.kind.clone(), self.pool.clone());
                    let span = tracing::info_span!(
                        "job",
                        otel.kind = "consumer",
                        otel.name = format!("{} run", kind.name),
                        job.id = %job.job_id,
                        attempt = job.attempts,
                    );
                    let context = job.trace();
                    let parent = context.traceparent.clone();
                    let context = context.of_span(&span, parent.as_deref());
                    let work = run(kind, pool, job, self.lease).instrument(span);
                    running.spawn(trace_context::scope(context, work));
                }
            }
            Err(error) => {
                tracing::warn!(job.kind = self.kind.name, error.cause = %error, "due jobs could not be read, trying again");
            }
        }
    }
}

async fn run(kind: Kind, pool: Pool, job: Leased, lease: Duration) {
    let attempt = Attempt::of(&job);
    let give_up = Instant::now() + kind.longest();
    tokio::select! {
        () = run_and_settle(&kind, &pool, &job, &attempt, give_up) => {}
        () = keep_lease(&kind, &pool, &job, lease) => {
            tracing::warn!(job.kind = kind.name, job.id = %attempt.job_id, "another worker has the job, its run here is stopped");
        }
    }
}

/// Renews the lease; returns when it is lost. Without the database nobody else can have taken it, so that is no reason
/// to stop the run.
async fn keep_lease(kind: &Kind, pool: &Pool, job: &Leased, lease: Duration) {
    loop {
        tokio::time::sleep(lease / RENEWALS).await;
        let renewed = db::unscoped_tx(pool, REASON, async |conn| {
            store::renew(conn, job.job_id, job.lease, lease).await
        })
        .await;
        match renewed {
            Ok(Renewed::Kept) => {}
            Ok(Renewed::Lost) => return,
            // What follows in the run is not for another worker.
            Ok(Renewed::Ended) => std::future::pending().await,
            Err(error) => {
                tracing::warn!(job.kind = kind.name, job.id = %job.job_id, error.cause = %error, "the lease of a job was not renewed, trying again");
            }
        }
    }
}

async fn run_and_settle(
    kind: &Kind,
    pool: &Pool,
    job: &Leased,
    attempt: &Attempt,
    give_up: Instant,
) {
    let outcome = if kind.is_exhausted(attempt.number) {
        let last = job.last_error.as_deref().unwrap_or("none");
        Outcome::Dead(format!(
            "the worker died during the last attempt; error before: {last}"
        ))
    } else {
        kind.run(&job.payload, attempt).await
    };
    report(kind, attempt, &outcome);
    while Instant::now() < give_up {
        match settle(kind, pool, job, attempt, &outcome).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(job.kind = kind.name, job.id = %job.job_id, error.cause = %error, "the result of a job was not stored, trying again");
            }
        }
        tokio::time::sleep(SETTLE_RETRY).await;
    }
}

async fn settle(
    kind: &Kind,
    pool: &Pool,
    job: &Leased,
    attempt: &Attempt,
    outcome: &Outcome,
) -> QueryResult<()> {
    let (id, lease) = (job.job_id, job.lease);
    let record = async |conn: &mut AsyncPgConnection| match outcome {
        // The job may have completed itself.
        Outcome::Done => store::delete_done(conn, id, lease).await.map(drop),
        Outcome::Failed(reason, pause) => {
            store::update_failed(conn, id, lease, reason, Utc::now() + *pause).await
        }
        Outcome::Dead(reason) => {
            if store::update_dead(conn, id, lease, reason).await? {
                kind.on_dead(&job.payload, attempt, conn).await?;
            }
            Ok(())
        }
        Outcome::Postponed => {
            store::update_postponed(conn, id, lease, Utc::now() + POSTPONED).await
        }
    };
    match attempt.customer_id {
        Some(firm) => db::tenant_tx(pool, firm, record).await,
        None => db::unscoped_tx(pool, REASON, record).await,
    }
}

fn report(kind: &Kind, attempt: &Attempt, outcome: &Outcome) {
    let (name, id, number) = (kind.name, attempt.job_id, attempt.number);
    let counter = match outcome {
        Outcome::Done => {
            tracing::debug!(job.kind = name, job.id = %id, attempt = number, "job completed");
            "jobs_done_total"
        }
        Outcome::Failed(reason, pause) => {
            tracing::warn!(job.kind = name, job.id = %id, attempt = number, retry_in_ms = pause.as_millis() as u64, error.cause = reason, "job failed, trying again later");
            "jobs_failed_total"
        }
        Outcome::Dead(reason) => {
            tracing::error!(job.kind = name, job.id = %id, attempt = number, error.cause = reason, "job is dead; see the `parked` subcommand");
            "jobs_dead_total"
        }
        Outcome::Postponed => return,
    };
    metrics::counter!(counter, "kind" => name).increment(1);
}
