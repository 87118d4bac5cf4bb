//! The background job that sends a message to one recipient.
//!
//! Sent at most once: [`recipients`] records that the message is about to be handed over, and a run
//! that finds that record does not send. No transaction is open while the mail server is contacted.

use std::sync::Arc;
use std::time::Duration;

use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use diesel::result::Error;
use domain::{CustomerId, MailId};
use futures::future::BoxFuture;
use jobs::{Attempt, Job, JobError, Runner};
use mail::{Mail, MailError, Mailer};
use serde::{Deserialize, Serialize};

use super::compose;
use super::recipients::{self, Begun, End};
use super::{events, store};
use crate::attachments::FileStore;
use crate::deals;
use crate::properties::events::By;

/// Recipients that a process sends to at once. A message may have 18 MB of files, which are held
/// several times while it is encoded.
const CONCURRENCY: usize = 2;
/// Pause before a result is written again while the database is unavailable.
const RECORD_RETRY: Duration = Duration::from_secs(1);
/// How often the beginning is written while it is unavailable; a restart takes seconds.
const BEGIN_TRIES: usize = 30;

const AWAY: &str = "The mail server is not accepting messages right now. Sending will be retried.";

/// A message that is to be sent to one of its recipients.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MailDelivery {
    pub mail_id: MailId,
    /// Normalized address.
    pub email_key: String,
    /// Whether the recipient is owed the message, so that it is sent to one who unsubscribed too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_owed: bool,
}

/// Publishes that outcomes of a message may have changed, in the transaction that changes them.
pub trait PublishOutcome: Send + Sync + 'static {
    fn publish_outcome<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        firm: CustomerId,
        mail_id: MailId,
    ) -> BoxFuture<'a, QueryResult<()>>;
}

/// What messages carry besides what is stored with them.
pub trait Carried: Send + Sync + 'static {
    /// Why a message must not leave any more, if so; it is noted at what the message carries, in the transaction that
    /// begins an attempt. What is read is locked, so an attempt and what would prevent it exclude each other.
    fn stop<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        firm: CustomerId,
        delivery: &'a MailDelivery,
    ) -> BoxFuture<'a, QueryResult<Option<&'static str>>>;

    /// Completes a text by what is not stored with its message, at each attempt to send it.
    fn complete(
        &self,
        firm: CustomerId,
        mail_id: MailId,
        text: String,
    ) -> BoxFuture<'_, QueryResult<String>>;
}

/// What deliveries need.
pub struct MailSender {
    pub pool: Pool,
    /// Object store of attachments.
    pub files: FileStore,
    pub mailer: Mailer,
    pub publisher: Box<dyn PublishOutcome>,
    pub carried: Box<dyn Carried>,
}

impl Job for MailDelivery {
    const KIND: &'static str = "mail_delivery";
    // Eleven attempts in about a day.
    const RETRY: &'static [Duration] = &[
        Duration::from_secs(5),
        Duration::from_secs(30),
        Duration::from_mins(2),
        Duration::from_mins(10),
        Duration::from_mins(30),
        Duration::from_hours(1),
        Duration::from_hours(2),
        Duration::from_hours(4),
        Duration::from_hours(8),
        Duration::from_hours(8),
    ];
    // Longer than a mail server can take for one recipient.
    const TIMEOUT: Duration = Duration::from_mins(8);
    type Context = MailSender;

    async fn run(self, sender: &MailSender, attempt: &Attempt) -> Result<(), JobError> {
        let firm = attempt
            .customer_id
            .ok_or_else(|| JobError::permanent("a delivery belongs to a firm"))?;
        let found = db::tenant_tx(&sender.pool, firm, async |conn| {
            store::find_message(conn, self.mail_id).await
        })
        .await?;
        let (message, recipient) = found
            .as_ref()
            .and_then(|message| Some((message, message.recipient(&self.email_key)?)))
            .ok_or_else(|| JobError::permanent("there is no such recipient"))?;
        if recipients::is_settled(recipient) {
            return Ok(());
        }
        // Before the delivery begins: an interruption while files are read leaves nothing unclear.
        let composed = compose::compose(&sender.files, firm, message).await;
        let was_sending = recipient.status == "sending";
        if !sender.begin(firm, &self, (attempt, was_sending)).await? {
            return Ok(());
        }
        let end = match composed {
            Ok(mail) => sender.hand_over(firm, mail, &recipient.email).await,
            Err(end) => end,
        };
        sender.record(firm, &self, &end).await?;
        match end {
            End::Later { cause, .. } => Err(JobError::retry(cause)),
            _ => Ok(()),
        }
    }

    async fn on_dead(
        self,
        sender: &MailSender,
        attempt: &Attempt,
        conn: &mut AsyncPgConnection,
    ) -> QueryResult<()> {
        let Some(firm) = attempt.customer_id else {
            return Ok(());
        };
        let harmless = sender.mailer.repeats_are_harmless();
        if recipients::give_up(conn, &self, harmless).await? {
            sender.publish(conn, firm, &self).await?;
        }
        Ok(())
    }
}

impl MailSender {
    /// Runs deliveries.
    pub fn runner(self) -> Runner {
        Runner::new(self.pool.clone()).job::<MailDelivery>(Arc::new(self), CONCURRENCY)
    }

    /// Records that the message is about to be handed over; false if it must not be sent. If the database is lost
    /// meanwhile, the record may be stored although nobody said so: while the job is this worker's, one that was not
    /// there before is its own, and nothing was handed over yet.
    async fn begin(
        &self,
        firm: CustomerId,
        delivery: &MailDelivery,
        (attempt, was_sending): (&Attempt, bool),
    ) -> QueryResult<bool> {
        let mut tries = 0;
        loop {
            let begun = db::tenant_tx(&self.pool, firm, async |conn| {
                let is_own = tries > 0 && !was_sending && attempt.holds(conn).await?;
                self.try_begin(conn, firm, delivery, is_own).await
            })
            .await;
            tries += 1;
            match begun {
                Err(error) if db::is_unavailable(&error) && tries < BEGIN_TRIES => {
                    tracing::warn!(mail.id = %delivery.mail_id, error.cause = %error, "the beginning of a delivery was not stored, trying again");
                    tokio::time::sleep(RECORD_RETRY).await;
                }
                begun => return begun,
            }
        }
    }

    async fn try_begin(
        &self,
        conn: &mut AsyncPgConnection,
        firm: CustomerId,
        delivery: &MailDelivery,
        is_own: bool,
    ) -> QueryResult<bool> {
        let harmless = is_own || self.mailer.repeats_are_harmless();
        match recipients::begin(conn, delivery, harmless).await? {
            Begun::Sending => {}
            Begun::Settled => {
                self.publish(conn, firm, delivery).await?;
                return Ok(false);
            }
            Begun::SettledBefore => return Ok(false),
        }
        // Again, because retries take a day.
        let Some(reason) = self.carried.stop(conn, firm, delivery).await? else {
            return Ok(true);
        };
        let end = End::Failed(format!("Not sent. {reason}"));
        recipients::settle(conn, delivery, &end).await?;
        events::updated(conn, firm, delivery.mail_id).await?;
        Ok(false)
    }

    /// Sends the message with its complete text. That is made after the record that the message is
    /// about to be sent: a run that does not send must not replace the address in an earlier text.
    async fn hand_over(&self, firm: CustomerId, mut mail: Mail, to: &str) -> End {
        let text = std::mem::take(&mut mail.text);
        match self.carried.complete(firm, MailId(mail.id), text).await {
            Ok(text) => mail.text = text,
            Err(error) => {
                let cause = error.to_string();
                return End::Later {
                    reason: AWAY,
                    cause,
                };
            }
        }
        ended(self.mailer.send(&mail, to).await)
    }

    /// Records the result, also if the database is unavailable for a while: otherwise the outcome
    /// of a message that was sent would be unclear.
    async fn record(
        &self,
        firm: CustomerId,
        delivery: &MailDelivery,
        end: &End,
    ) -> QueryResult<()> {
        loop {
            let recorded = db::tenant_tx(&self.pool, firm, async |conn| {
                if recipients::settle(conn, delivery, end).await? {
                    if *end == End::Sent {
                        let by = By {
                            customer_id: firm,
                            actor: None,
                        };
                        deals::mail_sent(conn, by, delivery.mail_id, &delivery.email_key).await?;
                    }
                    self.publish(conn, firm, delivery).await?;
                }
                Ok::<_, Error>(())
            })
            .await;
            match recorded {
                Err(error) if db::is_unavailable(&error) || db::is_contention(&error) => {
                    tracing::warn!(mail.id = %delivery.mail_id, error.cause = %error, "the result of a delivery was not stored, trying again");
                    tokio::time::sleep(RECORD_RETRY).await;
                }
                recorded => return recorded,
            }
        }
    }

    async fn publish(
        &self,
        conn: &mut AsyncPgConnection,
        firm: CustomerId,
        delivery: &MailDelivery,
    ) -> QueryResult<()> {
        self.publisher
            .publish_outcome(conn, firm, delivery.mail_id)
            .await
    }
}

fn ended(outcome: Result<(), MailError>) -> End {
    match outcome {
        Ok(()) => End::Sent,
        Err(MailError::Refused(words)) => End::Failed(format!(
            "The mail server rejected the address: {}",
            printable(&words)
        )),
        Err(error) if error.is_unclear() => {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            tracing::warn!(error.cause = ?cause, "the mail server did not say whether it accepted a message");
            End::Unclear
        }
        Err(error) if error.is_temporary() => {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            End::Later {
                reason: AWAY,
                cause: cause.unwrap_or_else(|| error.to_string()),
            }
        }
        Err(error) => {
            tracing::warn!(error.cause = %error, "a message cannot be composed");
            End::Failed("The message cannot be sent to this address.".to_owned())
        }
    }
}

/// Shortens a server's response and removes control characters.
fn printable(words: &str) -> String {
    words
        .chars()
        .filter(|c| !c.is_control())
        .take(200)
        .collect()
}
