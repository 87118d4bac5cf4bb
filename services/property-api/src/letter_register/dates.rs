//! The days from which a letter's deadlines are counted, entered by a person.

use auth::CurrentUser;
use chrono::{NaiveDate, Utc};
use domain::LetterId;
use letter_of_intent::{Guard, Status};

use super::changes::{self, Actor};
use super::deadline_dto::SetLetterDatesRequest;
use super::deadlines::{Dates, zone_of};
use super::domain::ENDED;
use super::store::LetterRow;
use super::{RegisterError, deadline_store, deadline_tasks, events, states};
use crate::properties::events::By;
use crate::state::AppState;

/// Sets or clears the dates; its tasks follow.
pub async fn set(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &SetLetterDatesRequest,
) -> Result<LetterRow, RegisterError> {
    let name = state.main_api.name_of(user).await;
    let dates = Dates {
        psa_executed_on: request.psa_executed_on,
        materials_delivered_on: request.materials_delivered_on,
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = states::lock(conn, letter_id, request.version).await?;
        if let Some(why) = why_not(&row) {
            return Err(RegisterError::Refused(vec![why.to_owned()]));
        }
        check(&row, dates)?;
        deadline_store::set_dates(conn, letter_id, &dates).await?;
        let actor = Actor::user(user.user_id, &name);
        let note = words(dates);
        changes::insert_events(conn, &[letter_id], "dates_set", actor, Some(&note)).await?;
        deadline_tasks::follow(conn, By::user(user), &[letter_id]).await?;
        events::changed(conn, user.customer_id, row.project_id).await?;
        states::reload(conn, letter_id).await
    })
    .await
}

/// Why the letter has no such dates.
pub fn why_not(row: &LetterRow) -> Option<&'static str> {
    match row.status() {
        _ if row.withdrawn_at.is_some() => Some(Guard::NotWithdrawn.sentence()),
        _ if row.is_superseded => Some(Guard::NotSuperseded.sentence()),
        Status::Draft | Status::Approved => Some("The letter is not sent."),
        Status::Countered | Status::Declined | Status::Expired => Some(ENDED),
        Status::Sent | Status::Opened | Status::Signed => None,
    }
}

/// Dates are of what has happened, after the letter was made.
fn check(row: &LetterRow, dates: Dates) -> Result<(), RegisterError> {
    let zone = zone_of(row);
    let (made, today) = (
        zone.local(row.created_at).date(),
        zone.local(Utc::now()).date(),
    );
    let given = [
        ("psa_executed_on", dates.psa_executed_on),
        ("materials_delivered_on", dates.materials_delivered_on),
    ];
    for (field, day) in given {
        let why = day.and_then(|day| why_not_on(day, made, today));
        if let Some(why) = why {
            return Err(RegisterError::Field(field, why.to_owned()));
        }
    }
    Ok(())
}

fn why_not_on(day: NaiveDate, made: NaiveDate, today: NaiveDate) -> Option<&'static str> {
    if day > today {
        return Some("Choose today or a day before.");
    }
    (day < made).then_some("The letter was made after this day.")
}

/// 'PSA executed December 1, 2026; access and materials not yet'.
fn words(dates: Dates) -> String {
    let day = |day: Option<NaiveDate>| {
        day.map_or_else(
            || "not yet".to_owned(),
            |day| day.format("%B %-d, %Y").to_string(),
        )
    };
    let (psa, materials) = (
        day(dates.psa_executed_on),
        day(dates.materials_delivered_on),
    );
    format!("PSA executed: {psa}; access and materials delivered: {materials}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_happened_since_the_letter_was_made() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let (made, today) = (day("2026-11-20"), day("2026-11-25"));
        for good in [made, today] {
            assert_eq!(why_not_on(good, made, today), None);
        }
        for bad in ["2026-11-19", "2026-11-26"] {
            assert!(why_not_on(day(bad), made, today).is_some(), "{bad}");
        }
        let dates = Dates {
            psa_executed_on: Some(today),
            materials_delivered_on: None,
        };
        assert_eq!(
            words(dates),
            "PSA executed: November 25, 2026; access and materials delivered: not yet"
        );
    }
}
