//! The deadlines that a letter's own terms make: what becomes a task once its event has a date.

use serde::Serialize;

use crate::value::{Value, Values};
use crate::{Anchor, DayUnit, Deadline, Zone};

/// A deadline of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Due {
    /// For programs, such as `due_diligence`.
    pub name: &'static str,
    /// For the user.
    pub label: &'static str,
    /// When.
    pub deadline: Deadline,
}

/// Deadlines of a letter with these resolved terms, in the property's zone. A term that the letter
/// does not say makes none. An expiry is not among them.
pub fn deadlines(terms: &Values, zone: Zone) -> Vec<Due> {
    let days = |name: &str| match terms.get(name) {
        Some(Value::Int(count)) => u16::try_from(*count).ok(),
        _ => None,
    };
    let extended = days("close_days").zip(days("ext_days"));
    let extended = extended.and_then(|(close, extension)| close.checked_add(extension));
    let (all, business) = (DayUnit::CalendarDays, DayUnit::BusinessDays);
    [
        (
            "earnest_money",
            "Earnest money due",
            Anchor::PsaExecuted,
            days("earnest_days"),
            business,
        ),
        (
            "due_diligence",
            "Due diligence ends (Feasibility Date)",
            Anchor::AccessAndMaterialsDelivered,
            days("dd_days"),
            all,
        ),
        (
            "deposit",
            "Non-refundable deposit due",
            Anchor::DdEnd,
            days("deposit_days"),
            business,
        ),
        (
            "closing",
            "Closing",
            Anchor::FeasibilityDate,
            days("close_days"),
            all,
        ),
        (
            "extended_closing",
            "Closing, if extended",
            Anchor::FeasibilityDate,
            extended,
            all,
        ),
    ]
    .into_iter()
    .filter_map(|(name, label, anchor, count, unit)| {
        let deadline = Deadline {
            anchor,
            count: count?,
            unit,
            zone,
        };
        Some(Due {
            name,
            label,
            deadline,
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::{LetterProperty, default_letter};

    #[test]
    fn the_standard_letter_has_the_deadlines_of_the_specification() {
        let letter = default_letter(
            &LetterProperty::default(),
            "F",
            "2026-11-25".parse().unwrap(),
        );
        let words: Vec<_> = deadlines(&letter.terms, Zone::Chicago)
            .into_iter()
            .map(|due| format!("{}: {}", due.name, due.deadline.words()))
            .collect();
        assert_eq!(
            words,
            [
                "earnest_money: 3 business days after the PSA is executed",
                "due_diligence: 60 days after access agreement and delivery",
                "deposit: 3 business days after due diligence ends",
                "closing: 30 days after the Feasibility Date",
                "extended_closing: 45 days after the Feasibility Date",
            ]
        );
        assert_eq!(deadlines(&Values::new(), Zone::Chicago), []);
    }
}
