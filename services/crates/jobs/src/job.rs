//! What a kind of job is, and how a run of it ends.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::time::Duration;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, JobId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{self, LeaseId, Leased};

/// A kind of job; the value is its payload.
///
/// A job runs again when its worker dies before it has recorded the result, so running it twice
/// must do no harm.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// Name in the table and in metrics. Stored jobs of a removed or renamed kind are not run.
    const KIND: &'static str;

    /// Pauses before the second, third, … attempt. A job that has failed once more is dead.
    const RETRY: &'static [Duration];

    /// The longest run; a job that takes longer is stopped, and the attempt has failed.
    const TIMEOUT: Duration = Duration::from_secs(90);

    /// What runs need besides the payload.
    type Context: Send + Sync + 'static;

    /// Runs the job once.
    fn run(
        self,
        context: &Self::Context,
        attempt: &Attempt,
    ) -> impl Future<Output = Result<(), JobError>> + Send;

    /// Records that the job is dead in the service's own tables, in the transaction that makes it
    /// so: one of the job's firm, or across firms for a job of no firm. By default nothing.
    ///
    /// Also called when the worker died in the last attempt, so the effect of that is unknown.
    fn on_dead(
        self,
        _context: &Self::Context,
        _attempt: &Attempt,
        _conn: &mut AsyncPgConnection,
    ) -> impl Future<Output = QueryResult<()>> + Send {
        std::future::ready(Ok(()))
    }
}

/// Why a run failed.
#[derive(Debug)]
pub enum JobError {
    /// Transient: retried a limited number of times.
    Retry(Box<dyn StdError + Send + Sync>),
    /// Permanent: the job is dead at once.
    Permanent(Box<dyn StdError + Send + Sync>),
    /// The database failed. The attempt does not count if it was unavailable; any other database
    /// error counts as [`Self::Retry`].
    Database(diesel::result::Error),
}

impl JobError {
    /// A transient error.
    pub fn retry(reason: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Retry(reason.into())
    }

    /// A permanent error.
    pub fn permanent(reason: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Permanent(reason.into())
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Retry(reason) | Self::Permanent(reason) => reason.fmt(f),
            Self::Database(error) => error.fmt(f),
        }
    }
}

impl StdError for JobError {}

impl From<diesel::result::Error> for JobError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error)
    }
}

/// One run of a job.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The same in every attempt; a receiver's idempotency key.
    pub job_id: JobId,
    /// 1 for the first.
    pub number: usize,
    /// The firm for which the job was enqueued, if any.
    pub customer_id: Option<CustomerId>,
    /// When it was enqueued.
    pub enqueued_at: DateTime<Utc>,
    lease: LeaseId,
}

impl Attempt {
    pub(crate) fn of(job: &Leased) -> Self {
        Self {
            job_id: job.job_id,
            number: usize::try_from(job.attempts).unwrap_or(1),
            customer_id: job.customer_id,
            enqueued_at: job.created_at,
            lease: job.lease,
        }
    }

    /// Completes the job in a transaction of its own ([`db::unscoped_tx`]), so that what else that
    /// transaction does happens exactly once. False when another worker has taken the job over:
    /// then do nothing.
    pub async fn complete(&self, conn: &mut AsyncPgConnection) -> QueryResult<bool> {
        store::delete_done(conn, self.job_id, self.lease).await
    }

    /// Whether no other worker has taken the job over. None does before the transaction ends.
    pub async fn holds(&self, conn: &mut AsyncPgConnection) -> QueryResult<bool> {
        store::lock_held(conn, self.job_id, self.lease).await
    }
}
