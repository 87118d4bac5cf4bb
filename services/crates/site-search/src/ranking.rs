//! The order of parcels.

use std::cmp::Reverse;

use uuid::Uuid;

use crate::columns::Columns;
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
