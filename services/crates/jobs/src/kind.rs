//! One registered kind of job: runs its jobs, and knows neither their type nor their context.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::{Attempt, Job, JobError};

/// Added to the longest run: for recording the result.
const LEASE_MARGIN: Duration = Duration::from_secs(30);

type Run = dyn Fn(Value, Attempt) -> BoxFuture<'static, Result<(), JobError>> + Send + Sync;

#[derive(Clone)]
pub(crate) struct Kind {
    pub name: &'static str,
    /// Jobs of this kind that this process runs at once.
    pub concurrency: usize,
    retry: &'static [Duration],
    timeout: Duration,
    run: Arc<Run>,
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
        let run = move |payload: Value, attempt: Attempt| {
            let context = Arc::clone(&context);
            async move {
                let job: J = serde_json::from_value(payload).map_err(JobError::permanent)?;
                job.run(&context, &attempt).await
            }
            .boxed()
        };
        Self {
            name: J::KIND,
            concurrency: concurrency.max(1),
            retry: J::RETRY,
            timeout: J::TIMEOUT,
            run: Arc::new(run),
        }
    }

    /// Longer than the longest run.
    pub(crate) fn lease(&self) -> Duration {
        self.timeout + LEASE_MARGIN
    }

    pub(crate) async fn run(&self, payload: Value, attempt: Attempt) -> Outcome {
        let number = attempt.number;
        let run = AssertUnwindSafe((self.run)(payload, attempt)).catch_unwind();
        let reason = match tokio::time::timeout(self.timeout, run).await {
            Ok(Ok(Ok(()))) => return Outcome::Done,
            Ok(Ok(Err(JobError::Permanent(reason)))) => return Outcome::Dead(reason.to_string()),
            Ok(Ok(Err(JobError::Database(error)))) if db::is_unavailable(&error) => {
                tracing::warn!(job.kind = self.name, error.cause = %error, "database away, job waits");
                return Outcome::Postponed;
            }
            Ok(Ok(Err(error))) => error.to_string(),
            Ok(Err(_panic)) => "the job panicked".to_owned(),
            Err(_elapsed) => format!("the job did not end within {:?}", self.timeout),
        };
        self.failed(number, reason)
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
