//! What runs besides the server: tasks that never end by themselves, and parts that are shut down.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use http_kit::Shutdown;
use tokio::task::JoinSet;

/// How long tasks may take to end once the service stops; then they are aborted.
const TASK_STOP_LIMIT: Duration = Duration::from_secs(10);

/// A background task that ended while the service was running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the background task '{task}' {}", if *.panicked { "panicked" } else { "ended" })]
pub struct TaskEnded {
    /// Its name.
    pub task: &'static str,
    /// Whether it panicked; else it returned.
    pub panicked: bool,
}

struct Part {
    name: &'static str,
    shutdown: Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>,
}

/// The tasks and parts of one process.
#[derive(Default)]
pub(crate) struct Background {
    tasks: JoinSet<TaskEnded>,
    /// In the order of their start.
    parts: Vec<Part>,
}

impl Background {
    /// Starts a task.
    pub(crate) fn spawn<F>(&mut self, name: &'static str, task: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.tasks.spawn(async move {
            let outcome = AssertUnwindSafe(task).catch_unwind().await;
            TaskEnded {
                task: name,
                panicked: outcome.is_err(),
            }
        });
    }

    /// Remembers how a part is shut down.
    pub(crate) fn part<F, Fut>(&mut self, name: &'static str, shutdown: F)
    where
        F: FnOnce() -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.parts.push(Part {
            name,
            shutdown: Box::new(move || shutdown().boxed()),
        });
    }

    /// Waits until a task ends, which none does before the service stops unless it is defective.
    pub(crate) async fn task_ended(&mut self) -> TaskEnded {
        loop {
            match self.tasks.join_next().await {
                Some(Ok(ended)) => return ended,
                // Aborted tasks have nothing to report.
                Some(Err(_aborted)) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// Lets the tasks end, then shuts the parts down in reverse order of their start: what produces
    /// work stops before what carries it away. `shutdown` has begun.
    pub(crate) async fn stop(mut self, shutdown: &Shutdown) {
        debug_assert!(shutdown.has_begun(), "tasks wait for it");
        let all_ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(TASK_STOP_LIMIT, all_ended)
            .await
            .is_err()
        {
            tracing::warn!(tasks = self.tasks.len(), "background tasks are aborted");
        }
        self.tasks.shutdown().await;
        for part in self.parts.into_iter().rev() {
            tracing::debug!(part.name, "stopping");
            (part.shutdown)().await;
        }
    }
}
