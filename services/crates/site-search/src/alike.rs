//! Wishes that measure nearly the same thing: together they count it twice.
//!
//! Two wishes are alike when the rank correlation (Spearman, ties at their mean rank) of their values over the parcels
//! of the area is above 0.8. Wishes that rank against each other are not: they are a choice, not a repetition.

use crate::columns::Columns;
use crate::curve::ONE;
use crate::judge::Judged;

/// Parcels that are compared, about: more do not change two decimals. Which ones is a matter of their identities, so
/// that it does not depend on the order.
const SAMPLE: usize = 50_000;
/// Of fewer parcels nothing is said.
const LEAST: usize = 30;
/// 0.8², in twenty-fifths.
const BOUND: (i128, i128) = (16, 25);

/// Two wishes that rank the parcels nearly alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alike {
    /// Their places in the criteria, the lesser first.
    pub wishes: (usize, usize),
    /// More than 0.8, two decimals.
    pub correlation: f64,
}

/// The pairs of wishes with a weight that are alike, in the order of the criteria.
pub fn alike(columns: &Columns, judged: &Judged) -> Vec<Alike> {
    let rows = sample(columns);
    let weighted: Vec<usize> = judged
        .weights
        .iter()
        .enumerate()
        .filter(|(_, weight)| **weight > 0)
        .map(|(wish, _)| wish)
        .collect();
    let mut found = Vec::new();
    for (place, one) in weighted.iter().enumerate() {
        for other in &weighted[place + 1..] {
            if let Some(correlation) = correlation(judged, &rows, *one, *other) {
                found.push(Alike {
                    wishes: (*one, *other),
                    correlation,
                });
            }
        }
    }
    found
}

fn sample(columns: &Columns) -> Vec<usize> {
    let ids = columns.ids();
    let each = (ids.len() / SAMPLE).max(1) as u128;
    let rows = ids.iter().enumerate();
    rows.filter(|(_, id)| id.as_u128().is_multiple_of(each))
        .map(|(row, _)| row)
        .collect()
}

/// The rank correlation of two wishes over the parcels of which both facts are known, if it is above the bound.
fn correlation(judged: &Judged, rows: &[usize], one: usize, other: usize) -> Option<f64> {
    let known = rows
        .iter()
        .filter(|row| judged.is_known(**row, one) && judged.is_known(**row, other));
    let pairs: Vec<(u16, u16)> = known
        .map(|row| {
            let values = judged.values(*row);
            (values[one], values[other])
        })
        .collect();
    if pairs.len() < LEAST {
        return None;
    }
    let ranks_of_one = centred(pairs.iter().map(|pair| pair.0));
    let ranks_of_other = centred(pairs.iter().map(|pair| pair.1));
    let (mut joint, mut spread, mut spread_of_other) = (0_i128, 0_i128, 0_i128);
    for (one, other) in pairs {
        let (x, y) = (
            ranks_of_one[usize::from(one)],
            ranks_of_other[usize::from(other)],
        );
        joint += i128::from(x * y);
        spread += i128::from(x * x);
        spread_of_other += i128::from(y * y);
    }
    // Whole numbers: neither the order of the parcels nor the machine changes the comparison.
    let is_above = joint > 0 && joint * joint * BOUND.1 > spread * spread_of_other * BOUND.0;
    is_above.then(|| {
        let correlation = joint as f64 / (spread as f64 * spread_of_other as f64).sqrt();
        (correlation * 100.0).round() / 100.0
    })
}

/// Of each value, twice the distance of its mean rank from the middle one.
fn centred(values: impl Iterator<Item = u16>) -> Vec<i64> {
    let mut ranks = vec![0_i64; usize::from(ONE) + 1];
    let mut all = 0;
    for value in values {
        ranks[usize::from(value)] += 1;
        all += 1;
    }
    let mut before = 0;
    for rank in &mut ranks {
        let count = *rank;
        *rank = 2 * before + count - all;
        before += count;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::columns::Column;
    use crate::criteria::{CRITERIA_VERSION, Criteria, Curve, Wish};
    use crate::fact::Fact;
    use crate::judge::judge;

    const FACTS: [Fact; 2] = [Fact::ValuePerAcre, Fact::LandValuePerAcre];

    fn wish(fact: Fact, weight: i32) -> Wish {
        Wish {
            fact,
            weight,
            curve: Curve::Ramp {
                zero: 0.0,
                one: 100.0,
            },
            neutral: 0.5,
        }
    }

    /// What is said of two wishes with these facts and weights.
    fn found(facts: &[[f64; 2]], weights: [i32; 2]) -> Vec<Alike> {
        let mut columns = Columns::of((0..facts.len() as u128).map(Uuid::from_u128).collect());
        for (place, fact) in FACTS.into_iter().enumerate() {
            let numbers = facts.iter().map(|facts| facts[place]).collect();
            columns.put(fact, Column::Numbers(numbers));
        }
        let criteria = Criteria {
            version: CRITERIA_VERSION,
            gates: Vec::new(),
            wishes: vec![wish(FACTS[0], weights[0]), wish(FACTS[1], weights[1])],
        };
        let judged = judge(&criteria, &columns, |_rows| true);
        judged.map_or_else(|_stopped| Vec::new(), |judged| alike(&columns, &judged))
    }

    fn alike_by(correlation: f64) -> Alike {
        Alike {
            wishes: (0, 1),
            correlation,
        }
    }

    fn pairs(of: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
        (0..100).map(|x| [f64::from(x), of(f64::from(x))]).collect()
    }

    #[test]
    fn wishes_that_rank_in_the_same_order_are_alike_whatever_their_curves() {
        assert_eq!(found(&pairs(|x| x * x / 100.0), [50, 30]), [alike_by(1.0)]);
    }

    #[test]
    fn the_correlation_is_that_of_the_ranks() {
        // Ranks 1 to 40, each four rotated by one: Σd² = 10 · 12, ρ = 1 − 6 · 120 / (40 · 1599) = 0.9887.
        let rotated = |x: u32| if x % 4 == 3 { x - 3 } else { x + 1 };
        let facts: Vec<[f64; 2]> = (0..40)
            .map(|x| [f64::from(x), f64::from(rotated(x))])
            .collect();
        assert_eq!(found(&facts, [1, 1]), [alike_by(0.99)]);
        // Two halves that change places: ρ = 1 − 6 · 40 · 400 / (40 · 1599) = −0.5.
        let halves: Vec<[f64; 2]> = (0..40)
            .map(|x| [f64::from(x), f64::from((x + 20) % 40)])
            .collect();
        assert_eq!(found(&halves, [1, 1]), []);
    }

    #[test]
    fn wishes_without_weight_against_each_other_constant_or_unknown_are_not() {
        assert_eq!(found(&pairs(|x| x), [50, 0]), []);
        assert_eq!(found(&pairs(|x| 100.0 - x), [50, 30]), []);
        assert_eq!(found(&pairs(|_| 7.0), [50, 30]), []);
        assert_eq!(
            found(&pairs(|x| if x < 29.0 { x } else { f64::NAN }), [50, 30]),
            []
        );
        assert_eq!(
            found(&pairs(|x| if x < 30.0 { x } else { f64::NAN }), [50, 30]).len(),
            1
        );
    }

    #[test]
    fn the_order_of_the_parcels_does_not_matter() {
        let facts = pairs(|x| (x * 37.0) % 11.0 + x);
        let mut turned = facts.clone();
        turned.reverse();
        assert_eq!(found(&facts, [2, 1]), found(&turned, [2, 1]));
    }
}
