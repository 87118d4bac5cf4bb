//! Account mail: reset links, invitations and changes of the e-mail address.
//!
//! Stored in the transaction that creates the link and sent by a worker, so that neither a crash
//! nor an unavailable mail server loses it. All other mail belongs to property-api.

use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use http_kit::Shutdown;
use mail::{Mail, MailError, Mailer};
use tokio::sync::Notify;
use uuid::Uuid;

use super::reset_requests;
use crate::config::Config;
use crate::schema::account_mails;

pub const RESET_SUBJECT: &str = "Reset your Sitewright password";
pub const INVITATION_SUBJECT: &str = "You have been invited to Sitewright";

pub const CONFIRM_SUBJECT: &str = "Confirm your new Sitewright email address";
/// Notice to the address that is to be replaced.
pub const NOTICE_SUBJECT: &str = "Your Sitewright email address is being changed";

/// Sending is given up after this many attempts.
const MAX_ATTEMPTS: i32 = 12;
/// Poll interval when nothing wakes the worker.
const SWEEP: Duration = Duration::from_secs(10);

pub fn reset_text(fname: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\nsomebody asked to reset the password of your Sitewright account. If it was you, choose a new one here:\n\n{link}\n\n\
         The link works once, within an hour. If it was not you, ignore this message; your password stays as it is.\n"
    )
}

pub fn invitation_text(fname: &str, firm: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\n{firm} invites you to Sitewright. Choose a password to begin:\n\n{link}\n\nThe link works once, within seven days.\n"
    )
}

pub fn confirm_text(fname: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\nsomebody wants to use this address for a Sitewright account. If it was you, confirm it here:\n\n{link}\n\n\
         The link works once, within a day. If it was not you, ignore this message; nothing changes.\n"
    )
}

/// Sent to the address that stays in use until the new one is confirmed.
pub fn notice_text(fname: &str, new_address: &str) -> String {
    format!(
        "Hello {fname},\n\nthe email address of your Sitewright account is to become {new_address}. It changes when the link that we sent \
         there is opened; until then you sign in with this address.\n\nIf this was not you, change your password now and tell your admin.\n"
    )
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

/// Sends stored mail until the service stops. Several replicas may run it concurrently.
pub async fn work(
    pool: Pool,
    mailer: Mailer,
    config: Config,
    wake: Arc<Notify>,
    shutdown: Shutdown,
) {
    while !shutdown.has_begun() {
        match next(&pool, &mailer, &config).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(error.cause = %error, "outgoing mail could not be read"),
        }
        tokio::select! {
            () = wake.notified() => {}
            () = tokio::time::sleep(SWEEP) => {}
            () = shutdown.begun() => {}
        }
    }
}

/// Handles one reset request, or sends one mail.
async fn next(pool: &Pool, mailer: &Mailer, config: &Config) -> QueryResult<bool> {
    Ok(reset_requests::handle_next(pool, config).await? || send_next(pool, mailer).await?)
}

/// Leases one mail, sends it and deletes it; the lease expires if this process dies.
async fn send_next(pool: &Pool, mailer: &Mailer) -> QueryResult<bool> {
    let leased = db::unscoped_tx(pool, "outgoing mail", async |conn| lease(conn).await).await?;
    let Some(mail) = leased else { return Ok(false) };
    let message = Mail {
        id: mail.mail_id,
        to: vec![mail.recipient.clone()],
        subject: mail.subject.clone(),
        text: mail.body.clone(),
        ..Mail::default()
    };
    let outcome = mailer.send(&message, &mail.recipient).await;
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
    let given_up = mail.attempts >= MAX_ATTEMPTS;
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
