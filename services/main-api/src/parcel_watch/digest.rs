//! Digests: mails of the changes, and of what newly matches searches, that a person has neither read nor been mailed.
//!
//! For each person and period it is looked once, in one transaction with the mail's job, so nobody gets two mails
//! of a period, and no change is mailed twice. Without news there is no mail.

use std::time::Duration;

use chrono::{DateTime, Datelike as _, Days, NaiveDate, TimeDelta, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use diesel::result::Error;
use domain::{CustomerId, UserId};
use http_kit::Shutdown;

use super::domain::DigestFrequency;
use super::mail::{self, Digest};
use super::matches::{self, MatchFilter};
use super::store::{self, ChangeFilter};
use super::watchers;
use crate::accounts;
use crate::config::Config;

const INTERVAL: Duration = Duration::from_mins(5);
/// Hours of a day (UTC) before its digests: they arrive in the morning in America.
const HOURS: i64 = 12;
/// Changes, and searches, that a mail lists; it says how many more there are.
const LISTED: i64 = 50;

/// Sends digests until the service stops.
pub async fn work(pool: Pool, config: Config, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        if let Err(error) = send_due(&pool, &config, Utc::now()).await {
            tracing::warn!(error.cause = %error, "digests could not be made, trying again");
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}

/// The day with which the period of this time began.
fn period(now: DateTime<Utc>, frequency: DigestFrequency) -> Option<NaiveDate> {
    let day = (now - TimeDelta::hours(HOURS)).date_naive();
    match frequency {
        DigestFrequency::Off => None,
        DigestFrequency::Daily => Some(day),
        DigestFrequency::Weekly => {
            day.checked_sub_days(Days::new(day.weekday().num_days_from_monday().into()))
        }
    }
}

/// Mails everybody for whom it was not looked yet in the period of this time. Returns the number of mails.
pub async fn send_due(pool: &Pool, config: &Config, now: DateTime<Utc>) -> QueryResult<usize> {
    let [daily, weekly] = [DigestFrequency::Daily, DigestFrequency::Weekly]
        .map(|frequency| period(now, frequency).unwrap_or(NaiveDate::MIN));
    let due: Vec<(CustomerId, UserId)> =
        db::unscoped_tx(pool, "digests of parcel changes", async |conn| {
            watchers::unscoped_list_due(conn, daily, weekly).await
        })
        .await?;
    let mut sent = 0;
    for (firm, user) in due {
        let mailed: bool = db::tenant_tx(pool, firm, async |conn| {
            look(conn, config, firm, user, now).await
        })
        .await?;
        sent += usize::from(mailed);
    }
    Ok(sent)
}

/// False if there is nothing to tell the person in this period, or another replica was first.
async fn look(
    conn: &mut AsyncPgConnection,
    config: &Config,
    firm: CustomerId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    watchers::ensure_watcher(conn, user).await?;
    let watcher = watchers::get_watcher_for_update(conn, user).await?;
    let Some(period) = period(now, watcher.digest) else {
        return Ok(false);
    };
    if watcher.digest_on.is_some_and(|last| last >= period) {
        return Ok(false);
    }
    let told = watcher.digest_up_to.max(watcher.read_up_to);
    let filter = ChangeFilter {
        project_id: None,
        only_unread: true,
        before: None,
        limit: LISTED,
    };
    let changes = store::list(conn, filter, told).await?;
    let all = store::count_unread(conn, told).await?;
    let filter = MatchFilter {
        only_unread: true,
        before: None,
        limit: LISTED,
    };
    let matches = matches::list(conn, filter, told).await?;
    let matching = matches::count_unread(conn, told).await?;
    let newest = [
        changes.first().map(|change| change.change_id),
        matches.first().map(|row| row.match_id),
    ];
    let newest = newest.into_iter().flatten().fold(told, i64::max);
    watchers::update_digest(conn, user, period, newest).await?;
    let account = accounts::store::find_account(conn, user).await?;
    let Some(account) =
        account.filter(|account| account.active && !(changes.is_empty() && matches.is_empty()))
    else {
        return Ok(false);
    };
    let digest = Digest {
        fname: &account.fname,
        frequency: watcher.digest,
        changes: &changes,
        all,
        matches: &matches,
        matching,
    };
    let (subject, text, html) = mail::digest(&digest, config)?;
    accounts::mail::enqueue_html(conn, firm, &account.email, &subject, text, html).await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        time.parse().unwrap()
    }

    #[test]
    fn a_period_begins_at_noon_of_its_first_day() {
        let day = |text: &str| text.parse::<NaiveDate>().ok();
        let daily = |time| period(at(time), DigestFrequency::Daily);
        assert_eq!(daily("2026-11-25T11:59:59Z"), day("2026-11-24"));
        assert_eq!(daily("2026-11-25T12:00:00Z"), day("2026-11-25"));
        // The 23rd was a Monday.
        let weekly = |time| period(at(time), DigestFrequency::Weekly);
        assert_eq!(weekly("2026-11-23T11:59:59Z"), day("2026-11-16"));
        assert_eq!(weekly("2026-11-23T12:00:00Z"), day("2026-11-23"));
        assert_eq!(weekly("2026-11-30T11:00:00Z"), day("2026-11-23"));
        assert_eq!(
            period(at("2026-11-25T12:00:00Z"), DigestFrequency::Off),
            None
        );
    }
}
