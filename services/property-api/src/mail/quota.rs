//! Daily limits of recipients per user and firm.
//!
//! All mail is sent from the installation's one address, so one compromised account could damage
//! the reputation of all firms. Counted in the transaction that queues the mail.

use auth::CurrentUser;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::UserId;
use http_kit::{ApiError, ErrorCode};
use uuid::Uuid;

use crate::schema::mail_counts;

/// The user of the row that counts for the whole firm.
const WHOLE_FIRM: UserId = UserId(Uuid::nil());

/// Recipients per day (UTC), copies included.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub user: i32,
    /// All users of a firm together.
    pub firm: i32,
}

/// A daily limit is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    whose: Whose,
    most: i32,
    left: i32,
    day: NaiveDate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Person,
    Firm,
}

impl Spent {
    /// The problem, which names the field with the recipients and the time of the reset.
    pub fn problem(self, field: &'static str) -> ApiError {
        let renews_at = self.renews_at();
        let seconds = (renews_at - Utc::now()).num_seconds().max(1).unsigned_abs();
        let sentence = self.sentence();
        ApiError::new(ErrorCode::MailQuotaExceeded, sentence.clone())
            .retry_after(seconds)
            .field(field, sentence)
            .with("renews_at", renews_at.to_rfc3339())
    }

    fn sentence(self) -> String {
        let Self { most, left, .. } = self;
        let whose = match self.whose {
            Whose::Person => "You",
            Whose::Firm => "Your firm",
        };
        let left = match left {
            0 => "no more recipients".to_owned(),
            1 => "1 more recipient".to_owned(),
            _ => format!("{left} more recipients"),
        };
        let renews_at = self.renews_at().format("%B %-d, %H:%M UTC");
        format!(
            "{whose} can send mail to {left} today (daily limit: {most}). The limit resets on {renews_at}."
        )
    }

    fn renews_at(self) -> DateTime<Utc> {
        let tomorrow = self.day.checked_add_days(Days::new(1)).unwrap_or(self.day);
        tomorrow.and_time(NaiveTime::MIN).and_utc()
    }
}

/// Counts recipients. When the inner result is `Err` (with the remaining quota), the transaction
/// must not commit.
pub async fn count(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    limits: Limits,
    recipients: usize,
) -> QueryResult<Result<(), Spent>> {
    let day = Utc::now().date_naive();
    // A fixed order prevents deadlocks; the firm's row, which is shared, is locked last.
    for (whose, counted, most) in [
        (Whose::Person, user.user_id, limits.user),
        (Whose::Firm, WHOLE_FIRM, limits.firm),
    ] {
        let before = find_for_update(conn, counted, day).await?;
        let after = before.saturating_add(i32::try_from(recipients).unwrap_or(i32::MAX));
        if after > most {
            let left = (most - before).max(0);
            return Ok(Err(Spent {
                whose,
                most,
                left,
                day,
            }));
        }
        diesel::update(mail_counts::table.filter(mail_counts::user_id.eq(counted)))
            .set((mail_counts::day.eq(day), mail_counts::recipients.eq(after)))
            .execute(conn)
            .await?;
    }
    Ok(Ok(()))
}

/// Gives back what was counted on a day for recipients of messages that do not leave.
pub async fn give_back(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    day: NaiveDate,
    recipients: usize,
) -> QueryResult<()> {
    let recipients = i32::try_from(recipients).unwrap_or(i32::MAX);
    // In the order of `count`.
    for counted in [user_id, WHOLE_FIRM] {
        let of_day = mail_counts::table
            .filter(mail_counts::user_id.eq(counted))
            .filter(mail_counts::day.eq(day));
        diesel::update(of_day)
            .set(mail_counts::recipients.eq(mail_counts::recipients - recipients))
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// Locks the day's count until the transaction ends.
async fn find_for_update(
    conn: &mut AsyncPgConnection,
    counted: UserId,
    today: NaiveDate,
) -> QueryResult<i32> {
    diesel::insert_into(mail_counts::table)
        .values((
            mail_counts::user_id.eq(counted),
            mail_counts::day.eq(today),
            mail_counts::recipients.eq(0),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    let (day, recipients): (NaiveDate, i32) = mail_counts::table
        .filter(mail_counts::user_id.eq(counted))
        .select((mail_counts::day, mail_counts::recipients))
        .for_update()
        .first(conn)
        .await?;
    Ok(if day == today { recipients } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_says_whose_count_it_is_and_when_it_starts_again() {
        let spent = Spent {
            whose: Whose::Firm,
            most: 5000,
            left: 1,
            day: NaiveDate::from_ymd_opt(2026, 12, 31).unwrap(),
        };
        assert_eq!(
            spent.sentence(),
            "Your firm can send mail to 1 more recipient today (daily limit: 5000). The limit resets on January 1, 00:00 UTC."
        );
        let none = Spent {
            whose: Whose::Person,
            left: 0,
            ..spent
        };
        assert!(
            none.sentence()
                .starts_with("You can send mail to no more recipients today")
        );
    }
}
