//! The day on which the firm lets a letter expire. The letter's text, which is what was approved, does
//! not change by it.

use auth::CurrentUser;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use domain::LetterId;
use letter_of_intent::{Expiry, Guard, Status, Value, Values, Zone};

use super::changes::{self, Actor};
use super::domain::ENDED;
use super::expiry_dto::SetLetterExpiryRequest;
use super::store::LetterRow;
use super::{RegisterError, deadline_tasks, events, states};
use crate::properties::events::By;
use crate::state::AppState;

/// Hours of the last day.
const HOUR: u32 = 17;
const MAX_DAYS: u64 = 366;
const IN_TEXT: &str = "The letter itself says when it expires.";

/// The end of a letter's last day.
pub fn end_of(day: NaiveDate, county_fips: Option<&str>) -> Expiry {
    let time = NaiveTime::from_hms_opt(HOUR, 0, 0).unwrap_or_default();
    Expiry {
        at: day.and_time(time),
        zone: Zone::of_county(county_fips.unwrap_or_default()),
    }
}

/// When a letter with these terms says that it expires.
pub fn of_terms(terms: &Values) -> Option<Expiry> {
    match terms.get("expires_at")? {
        Value::LocalDatetime(expiry) => Some(*expiry),
        _ => None,
    }
}

/// Whether letters may expire at this time.
pub fn check(expiry: &Expiry, now: DateTime<Utc>) -> Result<(), &'static str> {
    if expiry.is_over(now) {
        return Err("Choose a day whose 17:00 has not passed.");
    }
    let last = now.checked_add_days(Days::new(MAX_DAYS));
    if last.is_none_or(|last| expiry.instant() > last) {
        return Err("Choose a day within 366 days.");
    }
    Ok(())
}

/// 'December 1, 2026, 17:00 Central Time'.
fn words(expiry: &Expiry) -> String {
    let at = expiry.at.format("%B %-d, %Y, %H:%M");
    format!("{at} {}", expiry.zone.words())
}

/// Sets or clears the last day.
pub async fn set(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &SetLetterExpiryRequest,
) -> Result<LetterRow, RegisterError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = states::lock(conn, letter_id, request.version).await?;
        if let Some(why) = why_not(&row) {
            return Err(RegisterError::Refused(vec![why.to_owned()]));
        }
        let county = row.county_fips.as_deref();
        let expiry = request.expires_on.map(|day| end_of(day, county));
        if let Some(expiry) = &expiry {
            check(expiry, Utc::now())
                .map_err(|sentence| RegisterError::Field("expires_on", sentence.to_owned()))?;
        }
        changes::set_expiry(conn, letter_id, expiry.as_ref()).await?;
        let actor = Actor::user(user.user_id, &name);
        let (kind, note) = match &expiry {
            Some(expiry) => ("expiry_set", Some(words(expiry))),
            None => ("expiry_cleared", None),
        };
        changes::insert_events(conn, &[letter_id], kind, actor, note.as_deref()).await?;
        deadline_tasks::follow(conn, By::user(user), &[letter_id]).await?;
        events::changed(conn, user.customer_id, row.project_id).await?;
        states::reload(conn, letter_id).await
    })
    .await
}

fn why_not(row: &LetterRow) -> Option<&'static str> {
    match row.status() {
        _ if row.withdrawn_at.is_some() => Some(Guard::NotWithdrawn.sentence()),
        Status::Countered | Status::Signed | Status::Declined | Status::Expired => Some(ENDED),
        _ if row.says_expiry => Some(IN_TEXT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_five_in_the_property_s_zone() {
        let day = "2026-12-01".parse().unwrap();
        let houston = end_of(day, Some("48201"));
        assert_eq!(words(&houston), "December 1, 2026, 17:00 Central Time");
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(houston.instant(), at("2026-12-01T23:00:00Z"));
        assert_eq!(
            end_of(day, Some("48141")).instant(),
            at("2026-12-02T00:00:00Z"),
            "El Paso"
        );
        assert_eq!(check(&houston, at("2026-12-01T22:59:59Z")), Ok(()));
        assert!(check(&houston, at("2026-12-01T23:00:00Z")).is_err());
        assert!(check(&houston, at("2025-11-30T23:00:00Z")).is_ok());
        assert!(check(&houston, at("2025-11-30T22:59:59Z")).is_err());
    }
}
