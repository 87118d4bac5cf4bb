//! What runs besides the server: tasks that run until shutdown, and parts with a shutdown
//! function.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use http_kit::Shutdown;
use tokio::task::JoinSet;

/// Tasks that have not ended this long after shutdown began are aborted.
const TASK_STOP_LIMIT: Duration = Duration::from_secs(10);

/// A background task that ended before shutdown began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the background task '{task}' {}", if *.panicked { "panicked" } else { "ended" })]
pub struct TaskEnded {
    /// Name of the task.
    pub task: &'static str,
    /// True if it panicked, false if it returned.
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
    /// In start order.
    parts: Vec<Part>,
}

impl Background {
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

    /// Registers a part's shutdown function.
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

    /// Waits until a task ends; before shutdown only a defective task does.
    pub(crate) async fn task_ended(&mut self) -> TaskEnded {
        loop {
            match self.tasks.join_next().await {
                Some(Ok(ended)) => return ended,
                // An aborted task has no result.
                Some(Err(_aborted)) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// Waits for the tasks, then shuts the parts down in reverse start order, so that
    /// producers of events stop before the relay that publishes them. `shutdown` must have begun.
    pub(crate) async fn stop(mut self, shutdown: &Shutdown) {
        debug_assert!(shutdown.has_begun(), "shutdown must have begun");
        let all_ended = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(TASK_STOP_LIMIT, all_ended)
            .await
            .is_err()
        {
            tracing::warn!(tasks = self.tasks.len(), "background tasks are aborted");
        }
        self.tasks.shutdown().await;
        for part in self.parts.into_iter().rev() {
            tracing::debug!(part.name, "background part stopping");
            (part.shutdown)().await;
        }
    }
}
