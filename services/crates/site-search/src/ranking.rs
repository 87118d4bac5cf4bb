//! The order of parcels.

use std::cmp::Reverse;

use uuid::Uuid;

use crate::columns::Columns;
use crate::criteria::Criteria;
use crate::curve::whole;
use crate::judge::{Judged, Outcome};

/// Rows of parcels, the best first; ties by identity.
#[derive(Debug, Default)]
pub struct Lists {
    /// Those with ranks.
    pub ranked: Vec<u32>,
    /// Those of which a fact of a gate is unknown.
    pub unknown: Vec<u32>,
    /// Those of little certainty.
    pub uncertain: Vec<u32>,
}

/// Sorts the parcels that fail no gate.
pub fn lists(columns: &Columns, judged: &Judged) -> Lists {
    let mut keys: [Vec<(Reverse<i64>, Uuid, u32)>; 3] = Default::default();
    for (row, outcome) in judged.outcomes.iter().enumerate() {
        let list = match outcome {
            Outcome::Fit => 0,
            Outcome::Unknown => 1,
            Outcome::Uncertain => 2,
            Outcome::Failed => continue,
        };
        keys[list].push((Reverse(judged.sums[row]), columns.ids()[row], row as u32));
    }
    let [ranked, unknown, uncertain] = keys.map(|mut keys| {
        keys.sort_unstable();
        keys.into_iter().map(|(_, _, row)| row).collect()
    });
    Lists {
        ranked,
        unknown,
        uncertain,
    }
}

/// The sum of weights times values by which a parcel was ranked, from the values of its wishes, 0 to 1; `None` is an unknown fact, and
/// counts the neutral value.
pub fn sum_of(criteria: &Criteria, values: impl IntoIterator<Item = Option<f64>>) -> i64 {
    let wishes = criteria.wishes.iter().zip(values);
    let parts = wishes.map(|(wish, value)| {
        i64::from(wish.weight) * i64::from(whole(value.unwrap_or(wish.neutral)))
    });
    parts.sum()
}

/// How many of ranked parcels, each with its sum and identity, are before one with these. Ties by identity.
pub fn count_before(
    ranked: impl IntoIterator<Item = (i64, Uuid)>,
    (sum, id): (i64, Uuid),
) -> usize {
    let ranked = ranked.into_iter();
    let key = (Reverse(sum), id);
    ranked
        .filter(|(sum, id)| (Reverse(*sum), *id) < key)
        .count()
}
