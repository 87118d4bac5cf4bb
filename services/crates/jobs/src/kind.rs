//! One registered kind of job: runs its jobs, and knows neither their type nor their context.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use db::AsyncPgConnection;
use diesel::QueryResult;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::{Attempt, Job, JobError};

/// Added to the longest run: for recording the result.
const RECORDING: Duration = Duration::from_secs(30);

/// The functions of a [`Job`], for a payload as stored.
trait Functions: Send + Sync {
    fn run<'a>(
        &'a self,
        payload: &Value,
        attempt: &'a Attempt,
    ) -> BoxFuture<'a, Result<(), JobError>>;

    fn on_dead<'a>(
        &'a self,
        payload: &Value,
        attempt: &'a Attempt,
        conn: &'a mut AsyncPgConnection,
    ) -> BoxFuture<'a, QueryResult<()>>;
}

struct Of<J: Job> {
    context: Arc<J::Context>,
}

impl<J: Job> Functions for Of<J> {
    fn run<'a>(
        &'a self,
        payload: &Value,
        attempt: &'a Attempt,
    ) -> BoxFuture<'a, Result<(), JobError>> {
        let job = J::deserialize(payload);
        async move {
            job.map_err(JobError::permanent)?
                .run(&self.context, attempt)
                .await
        }
        .boxed()
    }

    fn on_dead<'a>(
        &'a self,
        payload: &Value,
        attempt: &'a Attempt,
        conn: &'a mut AsyncPgConnection,
    ) -> BoxFuture<'a, QueryResult<()>> {
        let job = J::deserialize(payload);
        async move {
            match job {
                Ok(job) => job.on_dead(&self.context, attempt, conn).await,
                // It has never run for the same reason.
                Err(_unreadable) => Ok(()),
            }
        }
        .boxed()
    }
}

#[derive(Clone)]
pub(crate) struct Kind {
    pub name: &'static str,
    /// Jobs of this kind that this process runs at once.
    pub concurrency: usize,
    retry: &'static [Duration],
    timeout: Duration,
    functions: Arc<dyn Functions>,
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// To be tried again after the pause.
    Failed(String, Duration),
    Dead(String),
    /// The database was unavailable: the attempt does not count.
    Postponed,
}

impl Kind {
    pub(crate) fn of<J: Job>(context: Arc<J::Context>, concurrency: usize) -> Self {
        Self {
            name: J::KIND,
            concurrency: concurrency.max(1),
            retry: J::RETRY,
            timeout: J::TIMEOUT,
            functions: Arc::new(Of::<J> { context }),
        }
    }

    /// The longest run, and the time for recording its result.
    pub(crate) fn longest(&self) -> Duration {
        self.timeout + RECORDING
    }

    pub(crate) async fn run(&self, payload: &Value, attempt: &Attempt) -> Outcome {
        let run = AssertUnwindSafe(self.functions.run(payload, attempt)).catch_unwind();
        let reason = match tokio::time::timeout(self.timeout, run).await {
            Ok(Ok(Ok(()))) => return Outcome::Done,
            Ok(Ok(Err(JobError::Permanent(reason)))) => return Outcome::Dead(reason.to_string()),
            Ok(Ok(Err(JobError::Database(error)))) if db::is_unavailable(&error) => {
                tracing::warn!(job.kind = self.name, error.cause = %error, "database unavailable, job delayed");
                return Outcome::Postponed;
            }
            Ok(Ok(Err(error))) => error.to_string(),
            Ok(Err(_panic)) => "the job panicked".to_owned(),
            Err(_elapsed) => format!("the job timed out after {:?}", self.timeout),
        };
        self.failed(attempt.number, reason)
    }

    pub(crate) async fn on_dead(
        &self,
        payload: &Value,
        attempt: &Attempt,
        conn: &mut AsyncPgConnection,
    ) -> QueryResult<()> {
        self.functions.on_dead(payload, attempt, conn).await
    }

    /// The end of an attempt that failed for this reason.
    fn failed(&self, number: usize, reason: String) -> Outcome {
        match self.retry.get(number.saturating_sub(1)) {
            Some(pause) => Outcome::Failed(reason, *pause),
            None => Outcome::Dead(format!("failed {number} times, last: {reason}")),
        }
    }

    /// Whether the job has had all its attempts before this one: its worker died in the last.
    pub(crate) fn is_exhausted(&self, number: usize) -> bool {
        number > self.retry.len() + 1
    }
}
