//! Leases of recipients, one per delivery attempt.
//!
//! A recipient is leased before the mail server is contacted. When a lease outlives its worker, it
//! is unknown whether the message was sent; it is then not sent again, unless a repeat only
//! replaces a file.

use chrono::{Duration, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{exists, now};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::store::RecipientRow;
use crate::schema::{mail_recipients, mails, suppressions};

/// Longer than a mail server can take for one recipient.
const LEASE: Duration = Duration::minutes(10);

/// Result of a delivery attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Accepted.
    Sent,
    /// Permanently failed, with the reason.
    Failed(String),
    /// To be retried, with the reason.
    Later(String),
    /// The last attempt failed, with the reason.
    GivenUp(String),
}

impl End {
    fn status(&self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed(_) => "failed",
            Self::Later(_) => "queued",
            Self::GivenUp(_) => "given_up",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Self::Sent => None,
            Self::Failed(reason) | Self::Later(reason) | Self::GivenUp(reason) => Some(reason),
        }
    }
}

/// Settles recipients whose worker died: queued again if a repeat is harmless, else unclear.
pub async fn end_abandoned(
    conn: &mut AsyncPgConnection,
    mail_id: Uuid,
    repeats_are_harmless: bool,
) -> QueryResult<usize> {
    let taken = mail_recipients::table
        .filter(mail_recipients::mail_id.eq(mail_id))
        .filter(mail_recipients::status.eq("sending"));
    if repeats_are_harmless {
        return diesel::update(taken)
            .set(mail_recipients::status.eq("queued"))
            .execute(conn)
            .await;
    }
    diesel::update(taken.filter(mail_recipients::leased_at.lt(Utc::now() - LEASE)))
        .set((
            mail_recipients::status.eq("unclear"),
            mail_recipients::reason.eq(
                "Sending was interrupted. It may have arrived; it is not sent again by itself.",
            ),
            mail_recipients::settled_at.eq(now),
        ))
        .execute(conn)
        .await
}

/// Settles recipients who were added to the suppression list meanwhile.
pub async fn end_suppressed(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<usize> {
    let suppressed =
        suppressions::table.filter(suppressions::email_key.eq(mail_recipients::email_key));
    diesel::update(
        mail_recipients::table
            .filter(mail_recipients::mail_id.eq(mail_id))
            .filter(mail_recipients::status.eq_any(["queued", "given_up"]))
            .filter(exists(suppressed)),
    )
    .set((
        mail_recipients::status.eq("suppressed"),
        mail_recipients::reason.eq("Asked not to be written to."),
        mail_recipients::settled_at.eq(now),
    ))
    .execute(conn)
    .await
}

/// Leases the next recipient not yet attempted in this round.
pub async fn take_next(
    conn: &mut AsyncPgConnection,
    mail_id: Uuid,
    tried: &[String],
) -> QueryResult<Option<RecipientRow>> {
    let next: Option<String> = mail_recipients::table
        .filter(mail_recipients::mail_id.eq(mail_id))
        .filter(mail_recipients::status.eq_any(["queued", "given_up"]))
        .filter(mail_recipients::email_key.ne_all(tried))
        .order((mail_recipients::is_copy, mail_recipients::email_key))
        .select(mail_recipients::email_key)
        .for_update()
        .skip_locked()
        .first(conn)
        .await
        .optional()?;
    let Some(next) = next else { return Ok(None) };
    diesel::update(one(mail_id, &next))
        .set((
            mail_recipients::status.eq("sending"),
            mail_recipients::leased_at.eq(now),
        ))
        .returning(RecipientRow::as_returning())
        .get_result(conn)
        .await
        .map(Some)
}

/// Records the result of an attempt.
pub async fn settle(
    conn: &mut AsyncPgConnection,
    recipient: &RecipientRow,
    end: &End,
) -> QueryResult<usize> {
    let settled_at = (!matches!(end, End::Later(_))).then(Utc::now);
    diesel::update(one(recipient.mail_id, &recipient.email_key))
        .set((
            mail_recipients::status.eq(end.status()),
            mail_recipients::reason.eq(end.reason()),
            mail_recipients::settled_at.eq(settled_at),
        ))
        .execute(conn)
        .await
}

/// Counts a failed round; returns their number.
pub async fn count_attempt(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<i32> {
    diesel::update(mails::table.find(mail_id))
        .set(mails::attempts.eq(mails::attempts + 1))
        .returning(mails::attempts)
        .get_result(conn)
        .await
}

/// Whether another worker holds a recipient of this message.
pub async fn is_taken(conn: &mut AsyncPgConnection, mail_id: Uuid) -> QueryResult<bool> {
    let taken = mail_recipients::table
        .filter(mail_recipients::mail_id.eq(mail_id))
        .filter(mail_recipients::status.eq("sending"));
    diesel::select(exists(taken)).get_result(conn).await
}

#[diesel::dsl::auto_type(no_type_alias)]
fn one<'a>(mail_id: Uuid, key: &'a str) -> _ {
    mail_recipients::table
        .filter(mail_recipients::mail_id.eq(mail_id))
        .filter(mail_recipients::email_key.eq(key))
}
