//! The mail worker: takes jobs from the work queue and sends messages.
//!
//! Jobs are delivered at least once, messages sent at most once: see [`super::leases`]. No
//! transaction is open while the mail server is contacted. Temporary failures are retried by the
//! queue with back-off for about a day, then dead-lettered.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::CustomerId;
use futures::TryStreamExt as _;
use mail::{File, Mail, MailError, Mailer};
use messaging::{AmqpConfig, ConsumerHandle, Envelope, HandlerError, RetryPolicy, work};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::leases::{self, End};
use super::store::{self, FileRow, Message, RecipientRow};
use super::turns;
use crate::attachments::FileStore;
use crate::attachments::storage::ObjectKey;

/// Name of the work queue.
pub const QUEUE: &str = "mail";
/// Type of its jobs.
pub const JOB: &str = "mail.requested";

const FILE_GONE: &str = "An attached file was deleted before the message left.";
const AWAY: &str = "The mail server is not taking messages right now. It is tried again.";
const TRIED_ENOUGH: &str = "The mail server did not take it, however often it was tried.";

/// Payload of a job.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub mail_id: Uuid,
}

/// Back-off: about a day in all.
pub fn retry_policy() -> RetryPolicy {
    RetryPolicy {
        delays: [5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 28800]
            .map(Duration::from_secs)
            .to_vec(),
    }
}

/// Publishes that delivery of a message was attempted, in the caller's transaction.
pub trait PublishAttempt: Send + Sync + 'static {
    fn publish_attempt(
        &self,
        conn: &mut AsyncPgConnection,
        firm: CustomerId,
        mail_id: Uuid,
    ) -> impl Future<Output = QueryResult<()>> + Send;
}

/// Dependencies of the worker.
pub struct MailWorker<P> {
    pub pool: Pool,
    /// Object store of attachments.
    pub files: FileStore,
    pub mailer: Mailer,
    pub retry: RetryPolicy,
    pub publisher: P,
}

impl<P: PublishAttempt> MailWorker<P> {
    pub fn spawn(self, amqp: AmqpConfig) -> ConsumerHandle {
        let (pool, retry) = (self.pool.clone(), self.retry.clone());
        let worker = Arc::new(self);
        let last_turn = Arc::new(Mutex::new(Uuid::nil()));
        work::consume(QUEUE, pool, amqp, retry, move |job| {
            let (worker, last_turn) = (Arc::clone(&worker), Arc::clone(&last_turn));
            async move { worker.deliver(&job, &last_turn).await }
        })
    }

    async fn deliver(&self, job: &Envelope, last_turn: &Mutex<Uuid>) -> Result<(), HandlerError> {
        let Job { mail_id } = job.parse()?;
        let firm = job.customerid;
        self.give_turns(firm, &mut *last_turn.lock().await).await?;
        let later = self.try_message(firm, mail_id).await?;
        let end = self.finish(firm, mail_id, later).await;
        self.publish_attempt(firm, mail_id).await?;
        end
    }

    /// Sends one message of each other waiting firm. A failed one is left to its own job, which
    /// retries and counts attempts.
    async fn give_turns(&self, own: CustomerId, last: &mut Uuid) -> Result<(), HandlerError> {
        let mut served = vec![own.0];
        while served.len() <= turns::MAX_MESSAGES_PER_JOB {
            let next = db::unscoped_tx(&self.pool, "turns of mail", async |conn| {
                turns::unscoped_take_next(conn, &served, *last).await
            })
            .await?;
            let Some((firm, mail_id)) = next else { break };
            served.push(firm.0);
            *last = firm.0;
            match self.try_message(firm, mail_id).await {
                Ok(None) => self.publish_attempt(firm, mail_id).await?,
                Ok(Some(_later)) => break,
                Err(error) => {
                    tracing::warn!(mail.id = %mail_id, error.cause = %error, "a message was left to its job");
                    break;
                }
            }
        }
        Ok(())
    }

    /// Tries every queued recipient; returns why some have to wait longer.
    async fn try_message(
        &self,
        firm: CustomerId,
        mail_id: Uuid,
    ) -> Result<Option<(String, Vec<RecipientRow>)>, HandlerError> {
        let harmless = self.mailer.repeats_are_harmless();
        let found = db::tenant_tx(&self.pool, firm, async |conn| {
            turns::delete(conn, mail_id).await?;
            leases::end_abandoned(conn, mail_id, harmless).await?;
            leases::end_suppressed(conn, mail_id).await?;
            store::find_message(conn, mail_id).await
        })
        .await?;
        let Some(message) = found else {
            return Err(HandlerError::permanent("there is no such message"));
        };
        let waits = |row: &RecipientRow| matches!(row.status.as_str(), "queued" | "given_up");
        if !message.recipients.iter().any(waits) {
            // Already sent in its firm's turn; its files need not be read.
            return Ok(None);
        }
        let composed = self.compose(firm, &message).await;
        self.each(firm, mail_id, &composed).await
    }

    async fn publish_attempt(&self, firm: CustomerId, mail_id: Uuid) -> Result<(), HandlerError> {
        db::tenant_tx(&self.pool, firm, async |conn| {
            self.publisher.publish_attempt(conn, firm, mail_id).await
        })
        .await?;
        Ok(())
    }

    async fn each(
        &self,
        firm: CustomerId,
        mail_id: Uuid,
        composed: &Result<Mail, End>,
    ) -> Result<Option<(String, Vec<RecipientRow>)>, HandlerError> {
        let (mut tried, mut waiting, mut why) = (Vec::new(), Vec::new(), None);
        loop {
            let next = db::tenant_tx(&self.pool, firm, async |conn| {
                leases::take_next(conn, mail_id, &tried).await
            })
            .await?;
            let Some(recipient) = next else { break };
            let (end, cause) = match composed {
                Ok(mail) => ended(self.mailer.send(mail, &recipient.email).await),
                Err(end) => (end.clone(), None),
            };
            db::tenant_tx(&self.pool, firm, async |conn| {
                leases::settle(conn, &recipient, &end).await
            })
            .await?;
            tried.push(recipient.email_key.clone());
            if let End::Later(reason) = &end {
                why = cause.or_else(|| Some(reason.clone()));
                waiting.push(recipient);
            }
        }
        Ok(why.map(|why| (why, waiting)))
    }

    /// Acknowledges the job, requests a retry, or gives up.
    async fn finish(
        &self,
        firm: CustomerId,
        mail_id: Uuid,
        later: Option<(String, Vec<RecipientRow>)>,
    ) -> Result<(), HandlerError> {
        let most = self.retry.delays.len();
        let Some((why, waiting)) = later else {
            let taken = db::tenant_tx(&self.pool, firm, async |conn| {
                leases::is_taken(conn, mail_id).await
            })
            .await?;
            return if taken {
                Err(HandlerError::retry(
                    "another worker has this message at hand",
                ))
            } else {
                Ok(())
            };
        };
        let given_up = db::tenant_tx(&self.pool, firm, async |conn| {
            let attempts = leases::count_attempt(conn, mail_id).await?;
            let given_up = usize::try_from(attempts).unwrap_or(usize::MAX) > most;
            if given_up {
                let end = End::GivenUp(TRIED_ENOUGH.to_owned());
                for recipient in &waiting {
                    leases::settle(conn, recipient, &end).await?;
                }
            }
            Ok::<_, diesel::result::Error>(given_up)
        })
        .await?;
        Err(if given_up {
            HandlerError::permanent(why)
        } else {
            HandlerError::retry(why)
        })
    }

    /// Composes the message with its files; on failure, the result for every recipient.
    async fn compose(&self, firm: CustomerId, message: &Message) -> Result<Mail, End> {
        let mut files = Vec::with_capacity(message.files.len());
        for file in &message.files {
            files.push(self.read(firm, file).await?);
        }
        let addresses = |copies: bool| {
            let of_kind = message
                .recipients
                .iter()
                .filter(|row| row.is_copy == copies);
            of_kind.map(|row| row.email.clone()).collect()
        };
        Ok(Mail {
            id: message.mail.mail_id,
            to: addresses(false),
            cc: addresses(true),
            from_name: message.mail.sender_name.clone(),
            reply_to: Some(message.mail.reply_to.clone()),
            subject: message.mail.subject.clone(),
            text: message.mail.body.clone(),
            files,
            unsubscribe_url: message.mail.unsubscribe_url.clone(),
        })
    }

    async fn read(&self, customer_id: CustomerId, file: &FileRow) -> Result<File, End> {
        let key = ObjectKey {
            customer_id,
            attachment_id: file.attachment_id,
        };
        let bytes = async {
            let parts = self.files.read(key, None).await?;
            parts
                .try_fold(Vec::new(), |mut all, part| async move {
                    all.extend_from_slice(&part);
                    Ok(all)
                })
                .await
        };
        match bytes.await {
            Ok(bytes) => Ok(File {
                name: file.name.clone(),
                content_type: file.content_type.clone(),
                bytes,
            }),
            Err(error) if FileStore::is_missing(&error) => Err(End::Failed(FILE_GONE.to_owned())),
            Err(error) => {
                tracing::warn!(error.cause = %error, "a file of a message could not be read");
                Err(End::Later(
                    "The attached files cannot be read right now. It is tried again.".to_owned(),
                ))
            }
        }
    }
}

/// The recipient's result, and the cause to log when it is retried.
fn ended(outcome: Result<(), MailError>) -> (End, Option<String>) {
    match outcome {
        Ok(()) => (End::Sent, None),
        Err(MailError::Refused(words)) => (
            End::Failed(format!(
                "The mail server refused the address: {}",
                printable(&words)
            )),
            None,
        ),
        Err(error) if error.is_temporary() => {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            (
                End::Later(AWAY.to_owned()),
                Some(cause.unwrap_or_else(|| error.to_string())),
            )
        }
        Err(error) => {
            tracing::warn!(error.cause = %error, "a message cannot be sent as it is");
            (
                End::Failed("The address cannot be written to.".to_owned()),
                None,
            )
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
