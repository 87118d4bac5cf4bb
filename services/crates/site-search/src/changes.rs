//! What would change the rank of a parcel.

use crate::columns::Columns;
use crate::criteria::{Criteria, Curve, FactValue, MAX_WEIGHT, Wish};
use crate::curve::{Needed, ONE};
use crate::decimal::with_decimals;
use crate::fact::Fact;
use crate::judge::Judged;

/// What changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The weight of a wish.
    Weight,
    /// A fact of the parcel.
    Fact,
    /// Nothing alone is enough.
    Nothing,
    /// Nothing is lacking: the sums are the same, and the order is another one's.
    Level,
}

/// A change after which a parcel is level with the one before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What changes.
    pub kind: ChangeKind,
    /// The wish's fact.
    pub fact: Option<Fact>,
    /// The weight, or the fact's value nearest to that of now; none of several possible names.
    pub needed: Option<FactValue>,
    /// The rank of the one before it; of the first the rank of the one that is level with it.
    pub rank: usize,
    /// For the user.
    pub sentence: String,
}

/// What would bring a ranked parcel level with the one before it, or that it is level already; of the first only whether the
/// second is level with it. `place` begins at 0.
pub fn changes(
    criteria: &Criteria,
    columns: &Columns,
    judged: &Judged,
    ranked: &[u32],
    place: usize,
) -> Vec<Change> {
    let row = ranked[place] as usize;
    let Some(before) = place.checked_sub(1) else {
        let second = ranked.get(1).map(|second| *second as usize);
        let level = second.filter(|second| judged.sums[*second] == judged.sums[row]);
        return Vec::from_iter(level.map(|second| level_with(columns, row, second, 2)));
    };
    let (other, rank) = (ranked[before] as usize, before + 1);
    let lack = judged.sums[other] - judged.sums[row];
    if lack == 0 {
        return vec![level_with(columns, row, other, rank)];
    }
    let mut changes = Vec::new();
    for (at, wish) in criteria.wishes.iter().enumerate() {
        // What several parcels have together is no fact that could be another.
        if columns.worths(at).is_some() {
            continue;
        }
        let now = columns.value(wish.fact, row);
        if let Some(needed) = fact_needed(wish, judged.values(row)[at], lack, now.as_ref()) {
            changes.push(fact_change(wish, &needed, rank));
        }
    }
    if changes.is_empty() {
        changes.push(Change {
            kind: ChangeKind::Nothing,
            fact: None,
            needed: None,
            rank,
            sentence: "No single fact is enough.".to_owned(),
        });
    }
    for (at, wish) in criteria.wishes.iter().enumerate() {
        if let Some(weight) = weight_needed(judged, row, other, at) {
            let label = wish.fact.label();
            changes.push(Change {
                kind: ChangeKind::Weight,
                fact: Some(wish.fact),
                needed: Some(FactValue::Number(weight)),
                rank,
                sentence: format!(
                    "A weight of {} for {label} instead of {}: level with rank {rank}",
                    decimal(weight),
                    wish.weight
                ),
            });
        }
    }
    changes
}

/// Says by what two with the same sum are in order.
fn level_with(columns: &Columns, row: usize, other: usize, rank: usize) -> Change {
    let ids = columns.ids();
    // Sites of several parcels have none of their own, and are in the order in which they are given.
    let order = if ids[row] == ids[other] {
        "fewer owners, fewer parcels and more land come first"
    } else {
        "order by parcel identity"
    };
    Change {
        kind: ChangeKind::Level,
        fact: None,
        needed: None,
        rank,
        sentence: format!("Level with rank {rank}: {order}"),
    }
}

/// The facts for which the sum is greater by what is lacking.
fn fact_needed(wish: &Wish, v: u16, lack: i64, now: Option<&FactValue>) -> Option<Needed> {
    let weight = i64::from(wish.weight);
    if weight == 0 {
        return None;
    }
    // A tie is enough; the value is a whole number.
    let needed = i64::from(v) + (lack + weight - 1) / weight;
    if needed > i64::from(ONE) {
        return None;
    }
    wish.curve.needed(needed as u16, now)
}

fn fact_change(wish: &Wish, needed: &Needed, rank: usize) -> Change {
    let fact = wish.fact;
    // A step does not have its end, where the next one begins.
    let greatest = |most: f64| match wish.curve {
        Curve::Steps { .. } => fact.greatest_below(most),
        _ => fact.greatest_to(most),
    };
    let (value, words) = match needed {
        Needed::Within(Some(least), None) => {
            let least = fact.least_from(*least);
            (Some(FactValue::Number(least)), fact.at_least(least))
        }
        Needed::Within(None, Some(most)) => {
            let most = greatest(*most);
            (Some(FactValue::Number(most)), fact.at_most(most))
        }
        Needed::Within(Some(least), Some(most)) => {
            let (least, most) = (fact.least_from(*least), greatest(*most));
            let words = format!("{} to {}", fact.written(least), fact.written(most));
            (Some(FactValue::Number(least)), words)
        }
        Needed::Within(None, None) => (None, "any known number".to_owned()),
        Needed::OneOf(names) => match names.as_slice() {
            [name] => (Some(FactValue::Name(name.clone())), name.clone()),
            names => (None, names.join(" or ")),
        },
        Needed::Is(flag) => (
            Some(FactValue::Flag(*flag)),
            if *flag { "yes" } else { "no" }.to_owned(),
        ),
    };
    let label = fact.label();
    Change {
        kind: ChangeKind::Fact,
        fact: Some(fact),
        needed: value,
        rank,
        sentence: format!(
            "{}{}: {words}: level with rank {rank}",
            label[..1].to_uppercase(),
            &label[1..]
        ),
    }
}

/// The weight of a wish for which both sums are the same: `wᵢ = −Σ_{j≠i} wⱼ(vₐⱼ−v_bⱼ) / (vₐᵢ−v_bᵢ)`.
fn weight_needed(judged: &Judged, row: usize, other: usize, wish: usize) -> Option<f64> {
    let ahead = |at: usize| i64::from(judged.values(row)[at]) - i64::from(judged.values(other)[at]);
    let own = ahead(wish);
    if own == 0 {
        return None;
    }
    let rest = judged.sums[row] - judged.sums[other] - judged.weights[wish] * own;
    let weight = -(rest as f64) / own as f64;
    let is_other = (weight - judged.weights[wish] as f64).abs() > 1e-9;
    ((0.0..=f64::from(MAX_WEIGHT)).contains(&weight) && is_other).then_some(weight)
}

fn decimal(number: f64) -> String {
    let text = with_decimals(number, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
