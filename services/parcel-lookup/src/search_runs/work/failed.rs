//! What a gate says of a parcel that fails it.

use site_search::{Fact, FactValue, Gate};

use crate::search_runs::api::result_dto::{RankChange, RankChangeKind};

/// What a failed gate demands.
pub fn change(gate: &Gate, value: Option<&FactValue>) -> RankChange {
    let fact = gate.fact;
    let is_low = matches!((value, gate.min), (Some(FactValue::Number(x)), Some(min)) if *x < min);
    let (needed, words) = match (gate.min, gate.max, gate.is, &gate.any_of) {
        (Some(min), ..) if is_low => (Some(FactValue::Number(min)), fact.at_least(min)),
        (_, Some(max), ..) => (Some(FactValue::Number(max)), fact.at_most(max)),
        (_, _, Some(is), _) => (
            Some(FactValue::Flag(is)),
            if is { "yes" } else { "no" }.to_owned(),
        ),
        (_, _, _, Some(names)) => (None, names.join(" or ")),
        _ => (None, String::new()),
    };
    RankChange {
        kind: RankChangeKind::Gate,
        fact: Some(fact),
        needed,
        rank: None,
        sentence: match (&gate.area, gate.is) {
            (Some(area), Some(true)) => format!("Fails: it does not lie within {}", area.words()),
            (Some(area), _) => format!("Fails: it lies within {}", area.words()),
            (None, Some(is)) if fact == Fact::InFloodZone => {
                let verb = if is { "does not lie" } else { "lies" };
                format!("Fails: its inner point {verb} in a flood zone")
            }
            (None, _) => format!("Fails {}: {words} is required", fact.label()),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use site_search::BEYOND_RUN;

    use super::*;

    fn sentence(gate: &Value, value: &FactValue) -> String {
        let gate: Gate = serde_json::from_value(gate.clone()).unwrap();
        change(&gate, Some(value)).sentence
    }

    #[test]
    fn what_is_required_is_said() {
        for (gate, value, expected) in [
            (
                json!({ "fact": "acres", "min": 5, "max": 40 }),
                FactValue::Number(4.0),
                "Fails site size: 5.00 acres or more is required",
            ),
            (
                json!({ "fact": "acres", "min": 5, "max": 40 }),
                FactValue::Number(41.0),
                "Fails site size: 40.00 acres or less is required",
            ),
            (
                json!({ "fact": "growth_decade", "max": 2040 }),
                FactValue::Number(BEYOND_RUN),
                "Fails growth decade: 2040s or earlier is required",
            ),
            (
                json!({ "fact": "is_absentee", "is": true }),
                FactValue::Flag(false),
                "Fails absentee owner: yes is required",
            ),
            // The land around its inner point may be in another zone.
            (
                json!({ "fact": "in_flood_zone", "is": false }),
                FactValue::Flag(true),
                "Fails: its inner point lies in a flood zone",
            ),
            (
                json!({ "fact": "in_flood_zone", "is": true }),
                FactValue::Flag(false),
                "Fails: its inner point does not lie in a flood zone",
            ),
        ] {
            assert_eq!(sentence(&gate, &value), expected);
        }
    }
}
