//! What a gate says of a parcel that fails it.

use site_search::{FactValue, Gate};

use crate::search_runs::api::result_dto::{RankChange, RankChangeKind};

/// What a failed gate demands.
pub fn change(gate: &Gate, value: Option<&FactValue>) -> RankChange {
    let fact = gate.fact;
    let is_low = matches!((value, gate.min), (Some(FactValue::Number(x)), Some(min)) if *x < min);
    let (needed, words) = match (gate.min, gate.max, gate.is, &gate.any_of) {
        (Some(min), ..) if is_low => (
            Some(FactValue::Number(min)),
            format!("{} or more", fact.written(min)),
        ),
        (_, Some(max), ..) => (
            Some(FactValue::Number(max)),
            format!("{} or less", fact.written(max)),
        ),
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
            (None, _) => format!("Fails {}: {words} is required", fact.label()),
        },
    }
}
