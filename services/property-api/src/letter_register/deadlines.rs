//! Deadlines of a letter from its own terms. No I/O.

use chrono::NaiveDate;
use letter_of_intent::{Anchor, Due, Holidays, Status, Values, Zone, deadlines};

use super::store::LetterRow;

/// Days that a person enters, because only the parties know them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dates {
    /// The purchase and sale agreement was executed.
    pub psa_executed_on: Option<NaiveDate>,
    /// The access agreement was executed and the seller had delivered its materials.
    pub materials_delivered_on: Option<NaiveDate>,
}

/// A deadline, with its last day once its event has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dated {
    pub due: Due,
    pub on: Option<NaiveDate>,
}

/// A task that a letter makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Name of the deadline; `expiry` of the letter's end.
    pub deadline: &'static str,
    pub title: String,
    pub due_on: NaiveDate,
}

/// The deadlines of these terms in the property's zone.
pub fn dated(terms: &Values, zone: Zone, dates: &Dates) -> Vec<Dated> {
    let holidays = Holidays::default();
    let dues = deadlines(terms, zone);
    let day = |due: &Due, from| due.deadline.last_day(from, &holidays);
    // The last day of diligence is the Feasibility Date.
    let diligence = dues.iter().find(|due| due.name == "due_diligence");
    let feasibility = diligence.and_then(|due| day(due, dates.materials_delivered_on));
    let from = |anchor| match anchor {
        Anchor::PsaExecuted => dates.psa_executed_on,
        Anchor::AccessAndMaterialsDelivered => dates.materials_delivered_on,
        Anchor::DdEnd | Anchor::FeasibilityDate => feasibility,
        // No deadline of a term is counted from these.
        Anchor::LetterSent | Anchor::LoiSigned => None,
    };
    let all = dues.iter().map(|due| Dated {
        due: *due,
        on: day(due, from(due.deadline.anchor)),
    });
    all.collect()
}

/// The tasks that a letter has now: none before it is sent and after it has ended.
pub fn wanted(row: &LetterRow, terms: &Values, dates: &Dates) -> Vec<Wanted> {
    let is_out = row.status().is_open();
    let goes_on = is_out || row.status() == Status::Signed;
    if !goes_on || row.withdrawn_at.is_some() || row.is_superseded {
        return Vec::new();
    }
    let task = |deadline, label: &str, due_on| Wanted {
        deadline,
        title: format!("{label} ({})", row.number),
        due_on,
    };
    let expiry = row.expiry().filter(|_| is_out);
    let expiry = expiry.map(|expiry| task("expiry", "Letter expires", expiry.at.date()));
    let others = dated(terms, zone_of(row), dates);
    let others = others
        .iter()
        .filter_map(|other| Some(task(other.due.name, other.due.label, other.on?)));
    expiry.into_iter().chain(others).collect()
}

/// The property's zone.
pub fn zone_of(row: &LetterRow) -> Zone {
    Zone::of_county(row.county_fips.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn days(dates: Dates) -> Vec<(&'static str, Option<String>)> {
        let terms = json!({
            "earnest_days": {"type": "int", "value": 3},
            "dd_days": {"type": "int", "value": 60},
            "deposit_days": {"type": "int", "value": 3},
            "close_days": {"type": "int", "value": 30},
        });
        let terms: Values = serde_json::from_value(terms).unwrap();
        let all = dated(&terms, Zone::Chicago, &dates);
        let text = |one: &Dated| one.on.map(|day| day.to_string());
        all.iter().map(|one| (one.due.name, text(one))).collect()
    }

    #[test]
    fn deadlines_have_a_day_once_their_event_has_one() {
        let day = |text: &str| Some(text.to_owned());
        let names = ["earnest_money", "due_diligence", "deposit", "closing"];
        assert_eq!(days(Dates::default()), names.map(|name| (name, None)));
        let psa_executed_on = "2026-11-25".parse().ok();
        let executed = Dates {
            psa_executed_on,
            ..Dates::default()
        };
        // Thanksgiving is no business day.
        assert_eq!(days(executed)[0].1, day("2026-12-01"));
        assert_eq!(days(executed)[1].1, None);
        let delivered = Dates {
            psa_executed_on,
            materials_delivered_on: "2026-12-01".parse().ok(),
        };
        let all = ["2026-12-01", "2027-01-30", "2027-02-03", "2027-03-01"];
        let found: Vec<_> = days(delivered).into_iter().map(|(_, on)| on).collect();
        assert_eq!(found, all.map(day));
    }
}
