//! Publishes outcomes of messages: of campaigns as their progress, of others by themselves.
//!
//! The last outcome of a campaign or message is published with it, others at most once a second.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::{CampaignId, CustomerId, MailId};
use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::ops;
use crate::mail::delivery::PublishOutcome;
use crate::mail::{events, store};

const PAUSE: Duration = Duration::from_secs(1);

/// What an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Campaign(CampaignId),
    /// A message that is not of a campaign.
    Message(MailId),
}

/// Pending events of this worker.
#[derive(Clone)]
pub struct Progress {
    pool: Pool,
    due: Arc<Mutex<HashSet<Subject>>>,
}

impl Progress {
    pub fn new(pool: Pool) -> Self {
        Self {
            pool,
            due: Arc::default(),
        }
    }

    /// Publishes progress within a second, combined with what happens until then. A lost event is
    /// made up for by the next; the final state is published elsewhere.
    fn announce_soon(&self, firm: CustomerId, subject: Subject) {
        if !self.due().insert(subject) {
            return;
        }
        let progress = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            progress.due().remove(&subject);
            let said = db::tenant_tx(&progress.pool, firm, async |conn| {
                announce(conn, firm, subject).await
            })
            .await;
            if let Err(error) = said {
                tracing::warn!(?subject, error.cause = %error, "the progress of mail was not published");
            }
        });
    }

    fn due(&self) -> MutexGuard<'_, HashSet<Subject>> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn publish(
        &self,
        conn: &mut AsyncPgConnection,
        firm: CustomerId,
        mail_id: MailId,
    ) -> QueryResult<()> {
        if let Some(campaign_id) = ops::finish_of(conn, firm, mail_id).await? {
            self.announce_soon(firm, Subject::Campaign(campaign_id));
        } else if store::has_waiting(conn, mail_id).await? {
            self.announce_soon(firm, Subject::Message(mail_id));
        } else {
            events::updated(conn, firm, mail_id).await?;
        }
        Ok(())
    }
}

/// Publishes what is not final: a final state was published when it was reached.
async fn announce(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    subject: Subject,
) -> QueryResult<()> {
    match subject {
        Subject::Campaign(campaign_id) => ops::announce_progress(conn, firm, campaign_id).await,
        Subject::Message(mail_id) => {
            if store::has_waiting(conn, mail_id).await? {
                events::updated(conn, firm, mail_id).await?;
            }
            Ok(())
        }
    }
}

impl PublishOutcome for Progress {
    fn publish_outcome<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        firm: CustomerId,
        mail_id: MailId,
    ) -> BoxFuture<'a, QueryResult<()>> {
        self.publish(conn, firm, mail_id).boxed()
    }
}
