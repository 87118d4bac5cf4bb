//! Reads from streaming replicas; from the primary when none is up to date.
//!
//! A replica is used while it answers and has replayed what the primary had written a bounded time
//! ago, and everything that was committed before the last [`ReadPool::expect_changes`]. A read that
//! fails because of its replica is repeated on the primary.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use diesel::result::Error;
use futures::future::join_all;
use settings::Env;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::probe::Probe;
use crate::replica::{Replica, Standing};
use crate::unavailable::{is_contention, is_statement_timeout, is_unavailable};
use crate::wal_progress::WalProgress;
use crate::{ConfigError, DbConfig, Pool, connect};

const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// While a replica has yet to replay changes.
const CATCH_UP_INTERVAL: Duration = Duration::from_millis(50);

/// Replicas and the bound on their lag.
#[derive(Debug, Clone)]
pub struct ReplicaConfig {
    /// As the primary's, with the replicas' URLs.
    pub databases: Vec<DbConfig>,
    /// A replica that is further behind is not used.
    pub max_lag: Duration,
}

impl ReplicaConfig {
    /// Reads `DATABASE_READ_URLS` and `DATABASE_READ_MAX_LAG_SECONDS`; all else is as for the primary.
    pub fn from_env(env: &mut Env, primary: &DbConfig) -> Self {
        let urls = env.list("DATABASE_READ_URLS");
        let seconds = env.parsed("DATABASE_READ_MAX_LAG_SECONDS", 10_u32);
        let databases = urls.into_iter().map(|url| DbConfig {
            url,
            ..primary.clone()
        });
        Self {
            databases: databases.collect(),
            max_lag: Duration::from_secs(seconds.into()),
        }
    }
}

/// An error that may come from the database.
pub trait DatabaseFault {
    /// The error of the database, if it is one.
    fn database_error(&self) -> Option<&Error>;
}

impl DatabaseFault for Error {
    fn database_error(&self) -> Option<&Error> {
        Some(self)
    }
}

/// The pool of the primary and those of its replicas. Clones share them.
#[derive(Clone)]
pub struct ReadPool(Arc<Inner>);

struct Inner {
    primary: Pool,
    replicas: Vec<Replica>,
    /// Locked while standings change.
    progress: Mutex<WalProgress>,
    /// Counts reads, which take turns.
    turn: AtomicUsize,
    check_now: Notify,
}

impl ReadPool {
    /// Opens no connection. No replica is used before [`Self::follow`] has checked it.
    pub fn connect(primary: Pool, config: &ReplicaConfig) -> Result<Self, ConfigError> {
        let replicas = config.databases.iter();
        let replicas = replicas.map(|database| connect(database).map(Replica::new));
        Ok(Self(Arc::new(Inner {
            primary,
            replicas: replicas.collect::<Result<_, _>>()?,
            progress: Mutex::new(WalProgress::new(config.max_lag)),
            turn: AtomicUsize::new(0),
            check_now: Notify::new(),
        })))
    }

    /// Reads from the primary only.
    pub fn of_primary(primary: Pool) -> Self {
        Self(Arc::new(Inner {
            primary,
            replicas: Vec::new(),
            progress: Mutex::new(WalProgress::new(Duration::ZERO)),
            turn: AtomicUsize::new(0),
            check_now: Notify::new(),
        }))
    }

    /// The pool of the primary.
    pub fn primary(&self) -> &Pool {
        &self.0.primary
    }

    /// Runs `work`, which only reads, on a replica or the primary.
    pub async fn read<R, E, F>(&self, work: F) -> Result<R, E>
    where
        F: AsyncFn(&Pool) -> Result<R, E>,
        E: DatabaseFault,
    {
        if let Some(replica) = self.up_to_date()
            // Boxed: the future would have the size of both.
            && let Some(done) = Box::pin(on_replica(replica, &work)).await
        {
            count("replica");
            return done;
        }
        if !self.0.replicas.is_empty() {
            count("primary");
        }
        work(&self.0.primary).await
    }

    /// Announces a commit on the primary: from now on, no replica is used that has not replayed it.
    pub fn expect_changes(&self) {
        if self.0.replicas.is_empty() {
            return;
        }
        let mut progress = self.progress();
        progress.expect_changes(Instant::now());
        for replica in &self.0.replicas {
            replica.falls_behind();
        }
        drop(progress);
        self.0.check_now.notify_one();
    }

    /// Checks the replicas while it is awaited.
    pub async fn follow(&self) -> Infallible {
        if self.0.replicas.is_empty() {
            return std::future::pending().await;
        }
        let mut primary = Probe::of(&self.0.primary);
        let replicas = self.0.replicas.iter();
        let mut probes: Vec<_> = replicas.map(|replica| Probe::of(replica.pool())).collect();
        loop {
            self.check(&mut primary, &mut probes).await;
            let interval = if self.0.replicas.iter().any(Replica::is_catching_up) {
                CATCH_UP_INTERVAL
            } else {
                CHECK_INTERVAL
            };
            tokio::select! {
                () = tokio::time::sleep(interval) => {}
                () = self.0.check_now.notified() => {}
            }
        }
    }

    async fn check(&self, primary: &mut Probe, replicas: &mut [Probe]) {
        let announcement = self.progress().announcement();
        let written = primary.written().await;
        match written {
            Ok(position) => self.progress().note(Instant::now(), position, announcement),
            // Replicas are used on: nothing new is written.
            Err(error) => {
                tracing::debug!(error.cause = %error, "the primary's position in the log is unknown");
                self.progress().give_up_waiting(Instant::now());
            }
        }
        let checks = self.0.replicas.iter().zip(replicas);
        join_all(checks.map(|(replica, probe)| async {
            let replayed = probe.replayed().await;
            let progress = self.progress();
            match replayed {
                Ok(position) => {
                    let lag = progress.lag(Instant::now(), position);
                    let standing = if progress.is_enough(position, lag) {
                        Standing::UpToDate
                    } else {
                        Standing::Behind
                    };
                    replica.answered(standing, lag);
                }
                Err(error) => replica.failed(&error),
            }
        }))
        .await;
    }

    fn up_to_date(&self) -> Option<&Replica> {
        let replicas = &self.0.replicas;
        let turn = self.0.turn.fetch_add(1, Ordering::Relaxed);
        (0..replicas.len())
            .map(|offset| &replicas[(turn.wrapping_add(offset)) % replicas.len()])
            .find(|replica| replica.is_up_to_date())
    }

    fn progress(&self) -> MutexGuard<'_, WalProgress> {
        let progress = self.0.progress.lock();
        progress.unwrap_or_else(PoisonError::into_inner)
    }
}

/// None if the replica failed.
async fn on_replica<R, E, F>(replica: &Replica, work: &F) -> Option<Result<R, E>>
where
    F: AsyncFn(&Pool) -> Result<R, E>,
    E: DatabaseFault,
{
    // A host that vanished leaves its connections open, and their statements would wait for a long time.
    let done = tokio::select! {
        done = work(replica.pool()) => done,
        () = replica.lost() => return None,
    };
    let Some(error) = done.as_ref().err().and_then(DatabaseFault::database_error) else {
        return Some(done);
    };
    if is_statement_timeout(error) {
        return Some(done);
    }
    // Replaying may have to cancel a statement.
    if is_contention(error) {
        return None;
    }
    if is_unavailable(error) {
        replica.failed(error);
        return None;
    }
    Some(done)
}

fn count(from: &'static str) {
    metrics::counter!("db_reads_total", "from" => from).increment(1);
}
