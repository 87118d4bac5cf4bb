//! Notices about changed runs.
//!
//! Triggers send `NOTIFY` with the run's id on commit; one connection per process listens and
//! forwards to event streams, waiting requests and the dispatcher. Every listener also polls, so a
//! lost connection only adds delay.

use std::time::Duration;

use db::{Notification, Pool};
use domain::RunId;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// A listener that falls further behind treats it as a change of every run.
const BUFFER: usize = 1024;

/// Forwards notices within a process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Notices {
    sender: broadcast::Sender<RunId>,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            sender: broadcast::channel(BUFFER).0,
        }
    }
}

impl Notices {
    /// Receives notices from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription(self.sender.subscribe())
    }

    /// Listens until `stop`.
    pub async fn listen(self, pool: Pool, stop: CancellationToken) {
        let listening = db::listen(&pool, "growth", |heard| {
            if let Notification::Notice(run_id) = heard {
                self.pass_on(run_id);
            }
        });
        stop.run_until_cancelled(listening).await;
    }

    fn pass_on(&self, payload: &str) {
        if let Ok(run_id) = payload.parse() {
            // Fails only when nothing is subscribed.
            let _ = self.sender.send(run_id);
        }
    }
}

#[derive(Debug)]
pub struct Subscription(broadcast::Receiver<RunId>);

impl Subscription {
    /// Waits for a notice of this run (of any run when none is given), at most so long.
    pub async fn wait(&mut self, run_id: Option<RunId>, at_most: Duration) {
        let heard = async {
            loop {
                match self.0.recv().await {
                    Ok(about) if run_id.is_none_or(|run_id| run_id == about) => return,
                    Ok(_) => {}
                    // A missed notice may have been about this run.
                    Err(broadcast::error::RecvError::Lagged(_)) => return,
                    Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        let _ = tokio::time::timeout(at_most, heard).await;
    }

    /// Discards received notices; call it right before reading the state.
    pub fn clear(&mut self) {
        self.0 = self.0.resubscribe();
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_notice_of_the_run_ends_the_wait_and_others_do_not() {
        let notices = Notices::default();
        let mut ours = notices.subscribe();
        let (run, other) = (RunId(Uuid::from_u128(1)), RunId(Uuid::from_u128(2)));
        let started = tokio::time::Instant::now();
        notices.pass_on(&other.to_string());
        notices.pass_on(&run.to_string());
        ours.wait(Some(run), Duration::from_mins(1)).await;
        assert_eq!(started.elapsed(), Duration::ZERO);
        notices.pass_on(&other.to_string());
        notices.pass_on("nonsense");
        ours.wait(Some(run), Duration::from_mins(1)).await;
        assert_eq!(started.elapsed(), Duration::from_mins(1));
    }
}
