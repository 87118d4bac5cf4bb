//! Outcomes of recipients, each written in the row of the recipient.
//!
//! `sending` is committed before the mail server is contacted. A run that finds it follows one that
//! did not record its result, so it is unknown whether the message was sent; it is then not sent
//! again, unless a repeat only replaces a file.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::MailId;

use super::delivery::MailDelivery;
use super::store::RecipientRow;
use crate::schema::{mail_recipients, suppressions};

/// States of a recipient whose delivery may still change them.
const NOT_SETTLED: [&str; 3] = ["queued", "sending", "given_up"];

const INTERRUPTED: &str =
    "Sending was interrupted. The message may have arrived; it is not resent automatically.";
const ASKED_NOT_TO: &str = "Unsubscribed.";
const TRIED_ENOUGH: &str = "The mail server did not accept the message after several attempts.";

/// Result of a delivery attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Accepted.
    Sent,
    /// Permanently failed, with the reason.
    Failed(String),
    /// To be retried: the reason to show, and the cause to log.
    Later { reason: &'static str, cause: String },
    /// The last attempt failed.
    GivenUp,
    /// Unknown, because the attempt was interrupted.
    Unclear,
    /// On the suppression list.
    Suppressed,
}

impl End {
    fn status(&self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed(_) => "failed",
            Self::Later { .. } => "queued",
            Self::GivenUp => "given_up",
            Self::Unclear => "unclear",
            Self::Suppressed => "suppressed",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Self::Sent => None,
            Self::Failed(reason) => Some(reason),
            Self::Later { reason, .. } => Some(reason),
            Self::GivenUp => Some(TRIED_ENOUGH),
            Self::Unclear => Some(INTERRUPTED),
            Self::Suppressed => Some(ASKED_NOT_TO),
        }
    }
}

/// How a delivery begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// The message is to be sent now, and the result recorded.
    Sending,
    /// The recipient has been settled instead.
    Settled,
    /// The recipient was settled before.
    SettledBefore,
}

/// Whether no delivery changes the recipient any more.
pub fn is_settled(recipient: &RecipientRow) -> bool {
    !NOT_SETTLED.contains(&recipient.status.as_str())
}

/// Begins a delivery. Suppressed recipients of what they are not owed, and interrupted deliveries are settled instead.
pub async fn begin(
    conn: &mut AsyncPgConnection,
    delivery: &MailDelivery,
    repeats_are_harmless: bool,
) -> QueryResult<Begun> {
    let recipient = get_for_update(conn, delivery).await?;
    if is_settled(&recipient) {
        return Ok(Begun::SettledBefore);
    }
    if recipient.status == "sending" && !repeats_are_harmless {
        settle(conn, delivery, &End::Unclear).await?;
        return Ok(Begun::Settled);
    }
    // Again, because the list may have changed since the message was queued.
    if !delivery.is_owed && is_suppressed(conn, delivery).await? {
        settle(conn, delivery, &End::Suppressed).await?;
        return Ok(Begun::Settled);
    }
    diesel::update(one(delivery.mail_id, &delivery.email_key))
        .set(mail_recipients::status.eq("sending"))
        .execute(conn)
        .await?;
    Ok(Begun::Sending)
}

/// Records the result of an attempt; false if the recipient was settled meanwhile.
pub async fn settle(
    conn: &mut AsyncPgConnection,
    delivery: &MailDelivery,
    end: &End,
) -> QueryResult<bool> {
    let settled_at = (!matches!(end, End::Later { .. })).then(Utc::now);
    let updated = diesel::update(one(delivery.mail_id, &delivery.email_key))
        .filter(mail_recipients::status.eq_any(NOT_SETTLED))
        .set((
            mail_recipients::status.eq(end.status()),
            mail_recipients::reason.eq(end.reason()),
            mail_recipients::settled_at.eq(settled_at),
        ))
        .execute(conn)
        .await?;
    Ok(updated == 1)
}

/// Settles a recipient whose delivery is dead; false if it was settled before.
pub async fn give_up(
    conn: &mut AsyncPgConnection,
    delivery: &MailDelivery,
    repeats_are_harmless: bool,
) -> QueryResult<bool> {
    let Some(recipient) = get_for_update(conn, delivery).await.optional()? else {
        return Ok(false);
    };
    let interrupted = recipient.status == "sending" && !repeats_are_harmless;
    let end = if interrupted {
        End::Unclear
    } else {
        End::GivenUp
    };
    settle(conn, delivery, &end).await
}

async fn get_for_update(
    conn: &mut AsyncPgConnection,
    delivery: &MailDelivery,
) -> QueryResult<RecipientRow> {
    one(delivery.mail_id, &delivery.email_key)
        .select(RecipientRow::as_select())
        .for_update()
        .first(conn)
        .await
}

async fn is_suppressed(conn: &mut AsyncPgConnection, delivery: &MailDelivery) -> QueryResult<bool> {
    let suppressed = suppressions::table.filter(suppressions::email_key.eq(&delivery.email_key));
    diesel::select(exists(suppressed)).get_result(conn).await
}

#[diesel::dsl::auto_type(no_type_alias)]
fn one<'a>(mail_id: MailId, key: &'a str) -> _ {
    mail_recipients::table
        .filter(mail_recipients::mail_id.eq(mail_id))
        .filter(mail_recipients::email_key.eq(key))
}
