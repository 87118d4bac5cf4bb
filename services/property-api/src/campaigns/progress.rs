//! Publishes progress of campaigns, throttled to once per second and campaign.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::CustomerId;
use uuid::Uuid;

use super::ops;
use crate::mail::events;
use crate::mail::worker::PublishAttempt;

const PAUSE: Duration = Duration::from_secs(1);

/// Pending progress events of this worker.
#[derive(Clone)]
pub struct Progress {
    pool: Pool,
    due: Arc<Mutex<HashSet<Uuid>>>,
}

impl Progress {
    pub fn new(pool: Pool) -> Self {
        Self {
            pool,
            due: Arc::default(),
        }
    }

    /// Publishes a campaign's progress within a second, combined with what happens until then. A
    /// lost event is made up for by the next; the final state is published elsewhere.
    pub fn announce_soon(&self, firm: CustomerId, campaign_id: Uuid) {
        if !self.due().insert(campaign_id) {
            return;
        }
        let progress = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            progress.due().remove(&campaign_id);
            let said = db::tenant_tx(&progress.pool, firm, async |conn| {
                ops::announce_progress(conn, firm, campaign_id).await
            })
            .await;
            if let Err(error) = said {
                tracing::warn!(campaign.id = %campaign_id, error.cause = %error, "the progress of a campaign was not announced");
            }
        });
    }

    fn due(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A campaign's end is published immediately, its progress throttled; other messages by themselves.
impl PublishAttempt for Progress {
    async fn publish_attempt(
        &self,
        conn: &mut AsyncPgConnection,
        firm: CustomerId,
        mail_id: Uuid,
    ) -> QueryResult<()> {
        match ops::finish_of(conn, firm, mail_id).await? {
            Some(campaign_id) => {
                self.announce_soon(firm, campaign_id);
                Ok(())
            }
            None => events::updated(conn, firm, mail_id).await,
        }
    }
}
