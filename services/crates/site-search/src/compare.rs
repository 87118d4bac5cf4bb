//! Two runs compared: how far parcels moved, and how much of that is due to other criteria and to other
//! data.

use uuid::Uuid;

/// A parcel's rank in each of the rankings; `None` where it has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// The parcel.
    pub ll_uuid: Uuid,
    /// In the earlier run.
    pub before: Option<usize>,
    /// In the later run.
    pub after: Option<usize>,
    /// By the criteria of the earlier run on the data of the later one.
    pub between: Option<usize>,
}

/// How far a parcel moved; positive is towards the first rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The parcel and its ranks.
    pub ranked: Ranked,
    /// Ranks gained by other criteria; `None` if a rank is missing.
    pub by_criteria: Option<i64>,
    /// Ranks gained by other data.
    pub by_data: Option<i64>,
}

/// Splits the move of each parcel; the sum of both parts is the whole move.
pub fn compare(ranked: impl IntoIterator<Item = Ranked>) -> Vec<Standing> {
    let gained = |from: Option<usize>, to: Option<usize>| Some(from? as i64 - to? as i64);
    let standing = |ranked: Ranked| Standing {
        ranked,
        by_criteria: gained(ranked.between, ranked.after),
        by_data: gained(ranked.before, ranked.between),
    };
    ranked.into_iter().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_make_the_whole_move() {
        let ranked = |before, after, between| Ranked {
            ll_uuid: Uuid::nil(),
            before,
            after,
            between,
        };
        let moved = compare([
            ranked(Some(9), Some(2), Some(5)),
            ranked(None, Some(1), Some(3)),
            ranked(Some(4), None, Some(4)),
        ]);
        let parts: Vec<_> = moved
            .iter()
            .map(|standing| (standing.by_criteria, standing.by_data))
            .collect();
        assert_eq!(
            parts,
            [(Some(3), Some(4)), (Some(2), None), (None, Some(0))]
        );
    }
}
