//! Event stream of one run's progress, for one browser.

use std::time::Duration;

use actix_web::web::{Bytes, Data};
use auth::{Authenticator, CurrentUser, StreamPlace};
use http_kit::{Shutdown, sse};
use tokio::sync::mpsc;

use crate::growth::runs::error::RunError;
use crate::growth::runs::ops;
use crate::growth::runs::row::RunInQueue;
use crate::growth::runs::scheduling::watch::Subscription;
use crate::state::AppState;

/// Buffered messages; none are produced until the client has read these.
const BUFFER: usize = 4;
/// Poll interval, in case a notice was lost.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Minimum interval between queries.
const MIN_INTERVAL: Duration = Duration::from_millis(200);

/// Dependencies of a stream.
pub struct Stream {
    user: CurrentUser,
    state: Data<AppState>,
    place: StreamPlace,
    authenticator: Data<Authenticator>,
    shutdown: Data<Shutdown>,
}

impl Stream {
    pub fn new(
        user: CurrentUser,
        state: &Data<AppState>,
        authenticator: &Data<Authenticator>,
        shutdown: &Data<Shutdown>,
    ) -> Self {
        Self {
            place: state.growth.streams().open(user.session_id),
            user,
            state: state.clone(),
            authenticator: authenticator.clone(),
            shutdown: shutdown.clone(),
        }
    }

    /// Sends the run and then each change, until the run or the session ends, the session opens too
    /// many streams, the client disconnects or the server stops.
    pub fn start(self, first: RunInQueue) -> mpsc::Receiver<Bytes> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        let notices = self.state.growth.notices().subscribe();
        actix_web::rt::spawn(async move {
            tokio::select! {
                () = self.shutdown.begun() => {}
                () = sender.closed() => {}
                () = self.place.displaced() => {
                    if let Ok(last) = sse::message(auth::REPLACED, &()) {
                        sender.send(last).await.ok();
                    }
                }
                () = self.send_changes(&sender, notices, first) => {}
            }
        });
        receiver
    }

    async fn send_changes(
        &self,
        sender: &mpsc::Sender<Bytes>,
        mut notices: Subscription,
        first: RunInQueue,
    ) {
        let run_id = first.run.run_id;
        let mut said = None;
        let mut run = Some(first);
        while !self
            .authenticator
            .revocations
            .is_revoked(self.user.session_id)
        {
            if let Some(row) = run.take() {
                let Ok(shown) = row.shown() else { return };
                let message = sse::message("growth", &shown);
                // The position in the queue changes without a new version of the run.
                let now = (row.run.version, row.queue_position);
                if said != Some(now)
                    && let Ok(message) = message
                    && sender.send(message).await.is_err()
                {
                    return;
                }
                said = Some(now);
                if shown.state.has_ended() {
                    return;
                }
            }
            tokio::time::sleep(MIN_INTERVAL).await;
            notices.wait(Some(run_id), POLL_INTERVAL).await;
            notices.clear();
            match ops::get_in_queue(&self.state.pool, &self.user, run_id).await {
                Ok(row) => run = Some(row),
                Err(RunError::NotFound) => return,
                // The database is unavailable: the next poll retries.
                Err(error) => {
                    tracing::debug!(error.cause = %error, "growth run could not be read");
                }
            }
        }
    }
}
