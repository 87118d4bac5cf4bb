//! Says how far campaigns are: each at most once a second, however many of its messages leave.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use db::Pool;
use domain::CustomerId;
use uuid::Uuid;

use super::ops;

const PAUSE: Duration = Duration::from_secs(1);

/// The campaigns that this worker is about to announce.
#[derive(Clone)]
pub struct Progress {
    pool: Pool,
    due: Arc<Mutex<HashSet<Uuid>>>,
}

impl Progress {
    /// None yet.
    pub fn new(pool: Pool) -> Self {
        Self {
            pool,
            due: Arc::default(),
        }
    }

    /// Announces a campaign in a second, together with all that happens to it until then. An announcement
    /// that is lost is made up for by the next one: the campaign's end is not announced here.
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
