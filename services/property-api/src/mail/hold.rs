//! Messages are held for a while before they leave, so that their sending can be undone.
//!
//! The end of the hold is stored with the messages and is when their jobs become due, so it lasts
//! whatever becomes of the processes. An undo settles the recipients: a job finds nothing to send.

use std::time::Duration;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CampaignId, CustomerId, MailId, SendingId, UserId};
use uuid::Uuid;

use super::delivery::MailDelivery;
use crate::schema::{mail_recipients, mails};

/// What one person sends at once, and until when it is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    pub sending_id: SendingId,
    pub until: DateTime<Utc>,
}

impl Hold {
    /// As a message stores it.
    pub fn of(sending_id: Option<SendingId>, until: Option<DateTime<Utc>>) -> Option<Self> {
        Some(Self {
            sending_id: sending_id?,
            until: until?,
        })
    }

    /// Seconds in which the sending can be undone; none once they are over.
    pub fn seconds_left(self, now: DateTime<Utc>) -> Option<i64> {
        let seconds = (self.until - now).num_seconds();
        (seconds > 0).then_some(seconds)
    }
}

/// Enqueues the deliveries of what one person sends at once, for when its hold is over. Called last:
/// to store hundreds of messages takes some of the time. No hold if its length is zero.
pub async fn enqueue(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    length: Duration,
    deliveries: &[MailDelivery],
) -> QueryResult<Option<Hold>> {
    if length.is_zero() || deliveries.is_empty() {
        jobs::enqueue_all(conn, firm, deliveries).await?;
        return Ok(None);
    }
    let hold = Hold {
        sending_id: SendingId(Uuid::now_v7()),
        until: Utc::now() + length,
    };
    let ids: Vec<MailId> = deliveries.iter().map(|one| one.mail_id).collect();
    diesel::update(mails::table.filter(mails::mail_id.eq_any(&ids)))
        .set((
            mails::sending_id.eq(hold.sending_id),
            mails::held_until.eq(hold.until),
        ))
        .execute(conn)
        .await?;
    jobs::enqueue_all_at(conn, firm, deliveries, hold.until).await?;
    Ok(Some(hold))
}

/// The hold of a campaign's messages.
pub async fn find_hold(
    conn: &mut AsyncPgConnection,
    campaign_id: CampaignId,
) -> QueryResult<Option<Hold>> {
    let found: Option<(Option<SendingId>, Option<DateTime<Utc>>)> = mails::table
        .filter(mails::campaign_id.eq(campaign_id))
        .select((mails::sending_id, mails::held_until))
        .first(conn)
        .await
        .optional()?;
    Ok(found.and_then(|(sending_id, until)| Hold::of(sending_id, until)))
}

/// A recipient of a sending.
#[derive(Debug, QueryableByName)]
pub struct SendingRow {
    #[diesel(sql_type = SqlUuid)]
    pub mail_id: MailId,
    #[diesel(sql_type = SqlUuid)]
    pub sent_by: UserId,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    pub held_until: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    pub status: String,
}

/// Recipients of a sending, by message. They are locked until the transaction ends, so that none of
/// the messages leaves meanwhile; the messages are not, because a delivery locks them in the end.
pub async fn lock_sending(
    conn: &mut AsyncPgConnection,
    sending_id: SendingId,
) -> QueryResult<Vec<SendingRow>> {
    diesel::sql_query(
        "SELECT r.mail_id, m.sent_by, m.created_at, m.held_until, r.status \
         FROM mails m JOIN mail_recipients r ON r.mail_id = m.mail_id \
         WHERE m.sending_id = $1 ORDER BY r.mail_id, r.email_key FOR UPDATE OF r",
    )
    .bind::<SqlUuid, _>(sending_id)
    .load(conn)
    .await
}

/// Settles the locked recipients of messages that do not leave. Suppressed ones stay so.
pub async fn take_back(conn: &mut AsyncPgConnection, mails: &[MailId]) -> QueryResult<usize> {
    diesel::update(
        mail_recipients::table
            .filter(mail_recipients::mail_id.eq_any(mails))
            .filter(mail_recipients::status.eq("queued")),
    )
    .set((
        mail_recipients::status.eq("undone"),
        mail_recipients::settled_at.eq(Utc::now()),
    ))
    .execute(conn)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hold_is_over_with_its_last_second() {
        let hold = Hold {
            sending_id: SendingId(Uuid::nil()),
            until: Utc::now(),
        };
        let before = |milliseconds| hold.until - chrono::TimeDelta::milliseconds(milliseconds);
        assert_eq!(hold.seconds_left(before(10_000)), Some(10));
        assert_eq!(hold.seconds_left(before(9_999)), Some(9));
        assert_eq!(hold.seconds_left(before(999)), None);
        assert_eq!(hold.seconds_left(before(-1)), None);
    }
}
