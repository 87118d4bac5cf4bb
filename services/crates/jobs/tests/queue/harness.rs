//! A database with jobs, and a kind of job that does what its payload says.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use domain::{CustomerId, JobId};
use jobs::{Attempt, Job, JobError, Runner, dead};
use serde::{Deserialize, Serialize};
use test_support::{TestDb, wait_for};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use trace_context::TraceContext;
use uuid::Uuid;

pub const BOUND: Duration = Duration::from_secs(20);

/// What a run does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Act {
    Succeed,
    /// Fails this many times.
    Fail(usize),
    FailForGood,
    Panic,
    Hang,
    /// Ends when [`Log::release`] is told.
    Wait,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Probe {
    pub name: String,
    pub act: Act,
}

impl Probe {
    pub fn new(name: impl Into<String>, act: Act) -> Self {
        let name = name.into();
        Self { name, act }
    }
}

/// One run of a [`Probe`].
#[derive(Debug, Clone)]
pub struct Run {
    pub name: String,
    pub attempt: Attempt,
    pub at: Instant,
    pub trace: TraceContext,
}

/// What has run.
#[derive(Default)]
pub struct Log {
    pub runs: Mutex<Vec<Run>>,
    /// Those running now, and the most at once.
    pub running: Mutex<(usize, usize)>,
    pub release: Notify,
    /// Names of the dead ones.
    pub dead: Mutex<Vec<String>>,
}

impl Log {
    pub fn runs(&self) -> Vec<Run> {
        self.runs.lock().expect("no panic").clone()
    }

    /// Names in the order of the runs.
    pub fn order(&self) -> Vec<String> {
        self.runs().into_iter().map(|run| run.name).collect()
    }

    pub fn names(&self) -> Vec<String> {
        let mut names = self.order();
        names.sort();
        names
    }

    pub async fn wait_for(&self, count: usize) {
        wait_for(BOUND, || async { self.runs().len() >= count }).await;
    }
}

impl Job for Probe {
    const KIND: &'static str = "probe";
    const RETRY: &'static [Duration] = &[Duration::from_millis(200), Duration::from_millis(400)];
    const TIMEOUT: Duration = Duration::from_secs(5);
    type Context = Log;

    async fn run(self, log: &Log, attempt: &Attempt) -> Result<(), JobError> {
        log.runs.lock().expect("no panic").push(Run {
            name: self.name,
            attempt: attempt.clone(),
            at: Instant::now(),
            trace: TraceContext::current(),
        });
        {
            let mut running = log.running.lock().expect("no panic");
            running.0 += 1;
            running.1 = running.1.max(running.0);
        }
        let ended = match self.act {
            Act::Succeed => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok(())
            }
            Act::Fail(times) if attempt.number <= times => Err(JobError::retry("not yet")),
            Act::Fail(_) => Ok(()),
            Act::FailForGood => Err(JobError::permanent("never")),
            Act::Panic => panic!("as told"),
            Act::Hang => std::future::pending().await,
            Act::Wait => {
                log.release.notified().await;
                Ok(())
            }
        };
        log.running.lock().expect("no panic").0 -= 1;
        ended
    }

    async fn on_dead(
        self,
        log: &Log,
        _attempt: &Attempt,
        conn: &mut AsyncPgConnection,
    ) -> QueryResult<()> {
        // In the transaction of the death, of the job's firm.
        diesel::sql_query(
            "UPDATE jobs SET payload = payload || '{\"noted\": true}' WHERE dead_at IS NOT NULL",
        )
        .execute(conn)
        .await?;
        log.dead.lock().expect("no panic").push(self.name);
        Ok(())
    }
}

/// A runner in a task of its own.
pub struct Running {
    stop: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Running {
    /// As when the service stops.
    pub async fn stop(self) {
        self.begin_stop();
        self.task.await.expect("no panic");
    }

    pub fn begin_stop(&self) {
        self.stop.notify_one();
    }

    pub fn has_ended(&self) -> bool {
        self.task.is_finished()
    }

    /// As when the process dies.
    pub async fn kill(self) {
        self.task.abort();
        self.task.await.expect_err("it was running");
    }
}

pub struct House {
    pub db: TestDb,
    pub firm: CustomerId,
    pub log: Arc<Log>,
}

impl House {
    pub async fn new() -> Self {
        Self {
            db: TestDb::new("main-api", &[jobs::MIGRATIONS]).await,
            firm: CustomerId(Uuid::new_v4()),
            log: Arc::default(),
        }
    }

    pub fn runner(&self) -> Running {
        self.runner_of(4)
    }

    pub fn runner_of(&self, concurrency: usize) -> Running {
        let runner = Runner::new(self.db.pool().clone());
        self.start(runner, concurrency)
    }

    pub fn runner_with_lease(&self, lease: Duration) -> Running {
        self.start(Runner::new(self.db.pool().clone()).lease(lease), 4)
    }

    fn start(&self, runner: Runner, concurrency: usize) -> Running {
        let stop = Arc::new(Notify::new());
        let runner = runner
            .poll_interval(Duration::from_millis(50))
            .job::<Probe>(Arc::clone(&self.log), concurrency);
        let stopped = Arc::clone(&stop);
        let task = tokio::spawn(runner.run(async move { stopped.notified().await }));
        Running { stop, task }
    }

    /// Enqueues in a transaction of its own.
    pub async fn enqueue(&self, name: &str, act: Act) -> JobId {
        let probe = Probe::new(name, act);
        db::tenant_tx(self.db.pool(), self.firm, async |conn| {
            jobs::enqueue(conn, self.firm, &probe).await
        })
        .await
        .expect("enqueued")
    }

    /// Enqueues jobs of a firm, or of no firm, in one transaction.
    pub async fn enqueue_all(&self, firm: Option<CustomerId>, names: &[&str]) {
        let probes: Vec<Probe> = names
            .iter()
            .map(|name| Probe::new(*name, Act::Succeed))
            .collect();
        db::unscoped_tx(self.db.pool(), "test", async |conn| {
            jobs::enqueue_all(conn, firm, &probes).await
        })
        .await
        .expect("enqueued");
    }

    pub async fn sql(&self, statement: &str) {
        let mut conn = self.db.superuser().await;
        conn.batch_execute(statement).await.expect("valid SQL");
    }

    /// Number of jobs for which `condition` holds.
    pub async fn count(&self, condition: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM jobs WHERE {condition}");
        self.db.count(&sql).await
    }

    pub async fn wait_for_none(&self) {
        wait_for(BOUND, || async { self.count("true").await == 0 }).await;
    }

    pub async fn wait_for_dead(&self) -> dead::Dead {
        wait_for(BOUND, || async {
            self.count("dead_at IS NOT NULL").await == 1
        })
        .await;
        let mut listed = dead::list(self.db.pool(), 10).await.expect("listed");
        listed.pop().expect("one")
    }
}
