//! The order of parcels.

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
    let mut lists = Lists::default();
    for (row, outcome) in judged.outcomes.iter().enumerate() {
        let list = match outcome {
            Outcome::Fit => &mut lists.ranked,
            Outcome::Unknown => &mut lists.unknown,
            Outcome::Uncertain => &mut lists.uncertain,
            Outcome::Failed => continue,
        };
        list.push(row as u32);
    }
    for list in [&mut lists.ranked, &mut lists.unknown, &mut lists.uncertain] {
        list.sort_unstable_by_key(|row| {
            (-judged.sums[*row as usize], columns.ids()[*row as usize])
        });
    }
    lists
}
