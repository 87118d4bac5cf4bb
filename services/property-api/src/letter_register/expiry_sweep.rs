//! Marks letters as expired when their hour has come.
//!
//! Several replicas may do so at the same time: the letter's row is locked and its state read after that, so
//! a letter expires once, and of an expiry and a signature the first commit counts.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::{CustomerId, LetterId};
use http_kit::Shutdown;
use letter_of_intent::Status;

use super::changes::{self, Actor};
use super::{effects, store};
use crate::properties::events::By;

/// Interval between sweeps.
const PAUSE: Duration = Duration::from_mins(1);
/// A letter that was not sent when its hour came may have a message on its way.
const LOOK_AGAIN: TimeDelta = TimeDelta::hours(1);
/// A later version went out instead of the letter; if that is withdrawn, the letter expires after all.
const LOOK_AGAIN_REPLACED: TimeDelta = TimeDelta::days(1);
/// Letters of one sweep.
const MANY: i64 = 500;

/// Sweeps periodically until the service stops.
pub async fn run(pool: Pool, shutdown: Shutdown) {
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
        match sweep(&pool, Utc::now()).await {
            Ok(0) => {}
            Ok(letters) => tracing::info!(letters, "letters expired"),
            Err(error) => {
                tracing::warn!(error.cause = %error, "expired letters could not be found");
            }
        }
    }
}

/// Marks the letters that have expired by `now`; returns their number.
pub async fn sweep(pool: &Pool, now: DateTime<Utc>) -> QueryResult<usize> {
    let due = db::unscoped_tx(pool, "expiry of letters", async |conn| {
        changes::list_due_expiries(conn, now, MANY).await
    })
    .await?;
    let mut expired = 0;
    for (firm, letter_id) in due {
        let done = db::tenant_tx(pool, firm, async |conn| {
            expire(conn, firm, letter_id, now).await
        })
        .await;
        match done {
            Ok(done) => expired += usize::from(done),
            // The others go on; this one is tried again.
            Err(error) => tracing::warn!(
                letter.id = %letter_id.0,
                error.cause = %error,
                "an expired letter could not be marked"
            ),
        }
    }
    Ok(expired)
}

async fn expire(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter_id: LetterId,
    now: DateTime<Utc>,
) -> QueryResult<bool> {
    let Some(row) = store::lock_letters(conn, &[letter_id]).await?.pop() else {
        return Ok(false);
    };
    let expiry = row.expiry().filter(|_| row.withdrawn_at.is_none());
    let Some(expiry) = expiry else {
        changes::end_expiry(conn, letter_id).await?;
        return Ok(false);
    };
    match row.status() {
        _ if !expiry.is_over(now) => {
            changes::postpone_expiry(conn, letter_id, expiry.instant()).await?;
            Ok(false)
        }
        Status::Draft | Status::Approved => {
            changes::postpone_expiry(conn, letter_id, now + LOOK_AGAIN).await?;
            Ok(false)
        }
        Status::Sent | Status::Opened if row.replaced_by.is_some() => {
            changes::postpone_expiry(conn, letter_id, now + LOOK_AGAIN_REPLACED).await?;
            Ok(false)
        }
        Status::Sent | Status::Opened => {
            changes::set_status(conn, letter_id, Status::Expired).await?;
            changes::insert_events(conn, &[letter_id], "expired", Actor::default(), None).await?;
            changes::end_expiry(conn, letter_id).await?;
            let by = By {
                customer_id: firm,
                actor: None,
            };
            effects::follow(conn, by, &[&row], Status::Expired).await?;
            Ok(true)
        }
        Status::Countered | Status::Signed | Status::Declined | Status::Expired => {
            changes::end_expiry(conn, letter_id).await?;
            Ok(false)
        }
    }
}
