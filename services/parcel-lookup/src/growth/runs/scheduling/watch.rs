//! Hearing that a run has changed, whoever changed it.
//!
//! Triggers say `NOTIFY` with the run's id when a change commits; one connection of each process
//! listens and passes it on to the event streams, the calls that wait and the dispatcher. Nothing
//! depends on it: whoever listens also looks by the clock, so a lost connection only makes things
//! slower.

use std::time::Duration;

use db::{Notification, Pool};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Notices that a slow listener may lag behind; what it misses counts as a change of everything.
const BUFFER: usize = 1024;

/// Passes notices on within a process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Notices {
    sender: broadcast::Sender<Uuid>,
}

impl Default for Notices {
    fn default() -> Self {
        Self {
            sender: broadcast::channel(BUFFER).0,
        }
    }
}

impl Notices {
    /// Notices from now on.
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
            // Fails only where nobody listens.
            let _ = self.sender.send(run_id);
        }
    }
}

/// One listener's notices.
#[derive(Debug)]
pub struct Subscription(broadcast::Receiver<Uuid>);

impl Subscription {
    /// Waits for a notice of this run (of any where none is named), at most so long.
    pub async fn wait(&mut self, run_id: Option<Uuid>, at_most: Duration) {
        let heard = async {
            loop {
                match self.0.recv().await {
                    Ok(about) if run_id.is_none_or(|run_id| run_id == about) => return,
                    Ok(_) => {}
                    // What was missed may have been about it.
                    Err(broadcast::error::RecvError::Lagged(_)) => return,
                    Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        let _ = tokio::time::timeout(at_most, heard).await;
    }

    /// Forgets what has been heard so far, right before looking.
    pub fn clear(&mut self) {
        self.0 = self.0.resubscribe();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_notice_of_the_run_ends_the_wait_and_others_do_not() {
        let notices = Notices::default();
        let mut ours = notices.subscribe();
        let (run, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
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
