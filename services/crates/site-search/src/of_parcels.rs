//! What the parcels of a site are, of a fact by which each is judged.

use crate::criteria::FactValue;
use crate::decimal::with_decimals;
use crate::fact::{BEYOND_RUN, Fact, FactKind};
use crate::joined::{JoinedSite, Joining};

/// Different names of the parcels that are written out.
const SAID: usize = 3;

/// What the parcels of a site are.
#[derive(Debug, Clone, PartialEq)]
pub enum OfParcels {
    /// All are the same; `None` if it is unknown of all.
    Same(Option<FactValue>),
    /// They differ, in the words of the app: 'Vacant 70%, Industrial 30%', '8 to 21 years'.
    Mixed(String),
}

/// What they are; `None` of a fact by which not each is judged. `value` gives it of a row.
pub fn of_parcels(
    fact: Fact,
    site: &JoinedSite,
    value: impl Fn(usize) -> Option<FactValue>,
) -> Option<OfParcels> {
    if fact.joining() != Joining::Each {
        return None;
    }
    let parcels = site.parcels.iter();
    let values: Vec<(Option<FactValue>, f64)> =
        parcels.map(|(row, land)| (value(*row), *land)).collect();
    let first = values.first().and_then(|(value, _)| value.clone());
    Some(if values.iter().all(|(value, _)| *value == first) {
        OfParcels::Same(first)
    } else {
        OfParcels::Mixed(mixed(fact, &values))
    })
}

/// Values, each with its land.
fn mixed(fact: Fact, values: &[(Option<FactValue>, f64)]) -> String {
    let whole: f64 = values.iter().map(|(_, land)| land).sum();
    let share = |land: f64| format!("{}%", with_decimals(100.0 * land / whole, 0));
    let mut unknown = 0.0;
    let mut numbers: Vec<f64> = Vec::new();
    let mut names: Vec<(String, f64)> = Vec::new();
    for (value, land) in values {
        let name = match value {
            None => {
                unknown += *land;
                continue;
            }
            Some(FactValue::Number(number)) => {
                numbers.push(*number);
                continue;
            }
            Some(FactValue::Flag(flag)) => flag_label(fact, *flag).to_owned(),
            Some(FactValue::Name(name)) => name_label(fact, name),
        };
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += *land,
            None => names.push((name, *land)),
        }
    }
    names.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let mut words: Vec<String> = names
        .iter()
        .take(SAID)
        .map(|(name, land)| format!("{name} {}", share(*land)))
        .collect();
    if names.len() > SAID {
        words.push(format!("{} more", names.len() - SAID));
    }
    let least = numbers.iter().copied().reduce(f64::min);
    let most = numbers.iter().copied().reduce(f64::max);
    if let (Some(least), Some(most)) = (least, most) {
        words.push(range(fact, least, most));
    }
    if unknown > 0.0 {
        words.push(format!("Unknown {}", share(unknown)));
    }
    words.join(", ")
}

const fn flag_label(fact: Fact, flag: bool) -> &'static str {
    match (fact, flag) {
        (Fact::InFloodZone, true) => "In a flood zone",
        (Fact::InFloodZone, false) => "Outside flood zones",
        (Fact::IsAbsentee, true) => "Absentee owner",
        (Fact::IsAbsentee, false) => "Local owner",
        (Fact::InArea, true) => "Within",
        (Fact::InArea, false) => "Not within",
        (_, true) => "Yes",
        (_, false) => "No",
    }
}

/// Classes have a capital; texts are those of the county.
fn name_label(fact: Fact, name: &str) -> String {
    if !matches!(fact.kind(), FactKind::Class(_)) {
        return name.to_owned();
    }
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// With the unit once.
fn range(fact: Fact, least: f64, most: f64) -> String {
    let written = |number: f64| match fact {
        Fact::YearsHeld => with_decimals(number, 0),
        Fact::SlopePercent => with_decimals(number, 1).trim_end_matches(".0").to_owned(),
        Fact::GrowthDecade if number >= BEYOND_RUN => "Not within the simulation".to_owned(),
        _ => fact.written(number),
    };
    let (least, most) = (written(least), written(most));
    let number = if least == most {
        least
    } else {
        format!("{least} to {most}")
    };
    let unit = match fact {
        Fact::YearsHeld if number == "1" => " year",
        Fact::YearsHeld => " years",
        Fact::SlopePercent => "%",
        _ => "",
    };
    number + unit
}
