//! Notices about changed runs, and the event stream of one run for one browser.
//!
//! Triggers send `NOTIFY` with the run's id on commit; one connection per process and kind of run
//! listens and forwards to event streams, waiting requests and what works on runs. Every listener also
//! polls, so a lost connection only adds delay.

use std::fmt::Display;
use std::time::Duration;

use actix_web::web::{Bytes, Data};
use auth::{Authenticator, SessionStreams, StreamPlace};
use db::{Notification, Pool};
use domain::{RunId, SessionId};
use http_kit::{Shutdown, sse};
use serde::Serialize;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;

/// A listener that falls further behind treats it as a change of every run.
const BUFFER: usize = 1024;
/// Buffered messages of a stream; none are produced until the client has read these.
const MESSAGES: usize = 4;
/// Poll interval of a stream, in case a notice was lost.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Minimum interval between queries of a stream.
const MIN_INTERVAL: Duration = Duration::from_millis(200);

/// Forwards notices within a process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Notices {
    topic: &'static str,
    sender: broadcast::Sender<RunId>,
}

impl Notices {
    /// Notices that the triggers of one kind of run send.
    pub fn about(topic: &'static str) -> Self {
        Self {
            topic,
            sender: broadcast::channel(BUFFER).0,
        }
    }

    /// Receives notices from now on.
    pub fn subscribe(&self) -> Subscription {
        Subscription(self.sender.subscribe())
    }

    /// Listens until `stop`.
    pub async fn listen(self, pool: Pool, stop: CancellationToken) {
        let listening = db::listen(&pool, self.topic, |heard| {
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

/// A run as a stream of its changes sees it.
pub trait Watched {
    /// Name of the event.
    const EVENT: &'static str;

    /// Differs when the run is to be sent again.
    fn mark(&self) -> (i64, Option<i64>);

    fn has_ended(&self) -> bool;

    /// The body; `None` if this version cannot read the run.
    fn shown(&self) -> Option<impl Serialize>;
}

/// Dependencies of a stream.
pub struct RunStream {
    session: SessionId,
    place: StreamPlace,
    notices: Notices,
    authenticator: Data<Authenticator>,
    shutdown: Data<Shutdown>,
}

impl RunStream {
    pub fn new(
        session: SessionId,
        streams: &SessionStreams,
        notices: &Notices,
        authenticator: &Data<Authenticator>,
        shutdown: &Data<Shutdown>,
    ) -> Self {
        Self {
            session,
            place: streams.open(session),
            notices: notices.clone(),
            authenticator: authenticator.clone(),
            shutdown: shutdown.clone(),
        }
    }

    /// Sends the run and then each change, until the run or the session ends, the session opens too
    /// many streams, the client disconnects or the server stops. `read` reads the run again; `None`
    /// when it is gone.
    pub fn start<R, F, E>(self, run_id: RunId, first: R, read: F) -> mpsc::Receiver<Bytes>
    where
        R: Watched + 'static,
        F: AsyncFn() -> Result<Option<R>, E> + 'static,
        E: Display,
    {
        let (sender, receiver) = mpsc::channel(MESSAGES);
        let notices = self.notices.subscribe();
        actix_web::rt::spawn(async move {
            tokio::select! {
                () = self.shutdown.begun() => {}
                () = sender.closed() => {}
                () = self.place.displaced() => {
                    if let Ok(last) = sse::message(auth::REPLACED, &()) {
                        sender.send(last).await.ok();
                    }
                }
                () = self.send_changes(&sender, notices, run_id, first, read) => {}
            }
        });
        receiver
    }

    async fn send_changes<R: Watched, E: Display>(
        &self,
        sender: &mpsc::Sender<Bytes>,
        mut notices: Subscription,
        run_id: RunId,
        first: R,
        read: impl AsyncFn() -> Result<Option<R>, E>,
    ) {
        let mut said = None;
        let mut run = Some(first);
        while !self.authenticator.revocations.is_revoked(self.session) {
            if let Some(run) = run.take() {
                let Some(shown) = run.shown() else { return };
                let now = run.mark();
                if said != Some(now)
                    && let Ok(message) = sse::message(R::EVENT, &shown)
                    && sender.send(message).await.is_err()
                {
                    return;
                }
                said = Some(now);
                if run.has_ended() {
                    return;
                }
            }
            tokio::time::sleep(MIN_INTERVAL).await;
            notices.wait(Some(run_id), POLL_INTERVAL).await;
            notices.clear();
            match read().await {
                Ok(None) => return,
                Ok(again) => run = again,
                // The database is unavailable: the next poll retries.
                Err(error) => {
                    tracing::debug!(error.cause = %error, %run_id, "a run could not be read");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_notice_of_the_run_ends_the_wait_and_others_do_not() {
        let notices = Notices::about("growth");
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
