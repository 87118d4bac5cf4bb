//! Mail of accounts: reset links and invitations.
//!
//! Written as a row in the transaction that makes the link, and sent from there by a worker, so
//! that neither a crash nor an absent mail server loses it. Other mail is property-api's.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::config::MailConfig;
use crate::schema::account_mails;

/// Subject of a reset mail.
pub const RESET_SUBJECT: &str = "Reset your Sitewright password";
/// Subject of an invitation.
pub const INVITATION_SUBJECT: &str = "You have been invited to Sitewright";

/// After this many tries a mail is given up.
const MOST_ATTEMPTS: i32 = 12;
/// How often the table is looked at when nothing wakes the worker.
const SWEEP: Duration = Duration::from_secs(10);

/// Text of a reset mail.
pub fn reset_text(fname: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\nsomebody asked to reset the password of your Sitewright account. If it was you, choose a new one here:\n\n{link}\n\n\
         The link works once, within an hour. If it was not you, ignore this message; your password stays as it is.\n"
    )
}

/// Text of an invitation.
pub fn invitation_text(fname: &str, firm: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\n{firm} invites you to Sitewright. Choose a password to begin:\n\n{link}\n\nThe link works once, within seven days.\n"
    )
}

/// Why a mail did not go out.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// An address or header that mail cannot hold.
    #[error("the message could not be composed: {0}")]
    Compose(String),
    /// The server refused, or is away.
    #[error("the mail server did not take the message")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The folder cannot be written.
    #[error("the mail folder could not be written")]
    Folder(#[from] std::io::Error),
}

enum Way {
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
    Folder(PathBuf),
}

/// Hands messages over to a mail server or to a folder.
pub struct Mailer {
    from: Mailbox,
    way: Way,
}

impl Mailer {
    /// As configured.
    pub fn new(config: &MailConfig) -> Result<Self, MailError> {
        let from = config
            .from
            .parse()
            .map_err(|error| MailError::Compose(format!("MAIL_FROM: {error}")))?;
        let way = match &config.smtp_url {
            Some(url) => {
                let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose())?
                    .timeout(Some(Duration::from_secs(20)))
                    .build();
                Way::Smtp(Box::new(transport))
            }
            None => Way::Folder(config.folder.clone()),
        };
        Ok(Self { from, way })
    }

    async fn send(&self, mail: &MailRow) -> Result<(), MailError> {
        let to: Mailbox = mail
            .recipient
            .parse()
            .map_err(|error| MailError::Compose(format!("recipient: {error}")))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&mail.subject)
            // The same id at every attempt, so that a receiver can tell a repeat.
            .message_id(Some(format!("<{}@sitewright>", mail.mail_id)))
            .header(ContentType::TEXT_PLAIN)
            .body(body(&mail.body))
            .map_err(|error| MailError::Compose(error.to_string()))?;
        match &self.way {
            Way::Smtp(transport) => {
                transport.send(message).await?;
            }
            Way::Folder(folder) => {
                tokio::fs::create_dir_all(folder).await?;
                let unfinished = folder.join(format!(".{}.part", mail.mail_id));
                tokio::fs::write(&unfinished, message.formatted()).await?;
                tokio::fs::rename(&unfinished, folder.join(format!("{}.eml", mail.mail_id)))
                    .await?;
            }
        }
        Ok(())
    }
}

/// Longest line that mail may carry unencoded (RFC 5322).
const MOST_LINE: usize = 998;

/// The text as it is where mail can carry that, because an encoded link cannot be copied out of a
/// `.eml` file. (The library encodes every line over 76 characters.)
fn body(text: &str) -> Body {
    let plain = text.is_ascii()
        && !text.contains(['\0', '\r'])
        && text.lines().all(|line| line.len() <= MOST_LINE);
    if plain {
        Body::dangerous_pre_encoded(
            text.replace('\n', "\r\n").into_bytes(),
            ContentTransferEncoding::SevenBit,
        )
    } else {
        Body::new(text.to_owned())
    }
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = account_mails, check_for_backend(diesel::pg::Pg))]
struct MailRow {
    mail_id: Uuid,
    recipient: String,
    subject: String,
    body: String,
    attempts: i32,
}

/// Sends what waits until `stop`. Several replicas may do so at once.
pub async fn work(pool: Pool, mailer: Mailer, wake: Arc<Notify>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        match send_next(&pool, &mailer).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(error.cause = %error, "outgoing mail could not be read"),
        }
        tokio::select! {
            () = wake.notified() => {}
            () = tokio::time::sleep(SWEEP) => {}
            () = stop.cancelled() => {}
        }
    }
}

/// Leases one mail, sends it, and removes it; the lease ends by itself if this process dies.
async fn send_next(pool: &Pool, mailer: &Mailer) -> QueryResult<bool> {
    let leased = db::unscoped_tx(pool, "outgoing mail", async |conn| lease(conn).await).await?;
    let Some(mail) = leased else { return Ok(false) };
    let outcome = mailer.send(&mail).await;
    db::unscoped_tx(pool, "outgoing mail", async |conn| {
        settle(conn, &mail, outcome).await
    })
    .await?;
    Ok(true)
}

async fn lease(conn: &mut AsyncPgConnection) -> QueryResult<Option<MailRow>> {
    let due: Option<Uuid> = account_mails::table
        .filter(account_mails::due_at.le(Utc::now()))
        .order(account_mails::due_at)
        .select(account_mails::mail_id)
        .for_update()
        .skip_locked()
        .first(conn)
        .await
        .optional()?;
    let Some(due) = due else { return Ok(None) };
    diesel::update(account_mails::table.find(due))
        .set((
            account_mails::attempts.eq(account_mails::attempts + 1),
            account_mails::due_at.eq(Utc::now() + chrono::Duration::minutes(2)),
        ))
        .returning(MailRow::as_returning())
        .get_result(conn)
        .await
        .map(Some)
}

async fn settle(
    conn: &mut AsyncPgConnection,
    mail: &MailRow,
    outcome: Result<(), MailError>,
) -> QueryResult<()> {
    let given_up = mail.attempts >= MOST_ATTEMPTS;
    if let Err(error) = &outcome {
        tracing::warn!(mail.id = %mail.mail_id, mail.attempts = mail.attempts, mail.given_up = given_up, error.cause = %error, "a mail was not sent");
    }
    if outcome.is_ok() || given_up {
        diesel::delete(account_mails::table.find(mail.mail_id))
            .execute(conn)
            .await?;
        return Ok(());
    }
    let pause = chrono::Duration::seconds(5 << mail.attempts.clamp(0, 10));
    diesel::update(account_mails::table.find(mail.mail_id))
        .set((
            account_mails::due_at.eq(Utc::now() + pause),
            account_mails::last_error.eq(outcome.err().map(|error| error.to_string())),
        ))
        .execute(conn)
        .await?;
    Ok(())
}
