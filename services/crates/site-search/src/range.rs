//! Ranks when the weights move.
//!
//! With weights from wᵢ(1−δ) to wᵢ(1+δ), a is before b for all of them if and only if
//! `Σ wᵢ(vₐᵢ−v_bᵢ) > δ Σ wᵢ|vₐᵢ−v_bᵢ|`. The best rank of a is at least 1 + the number that are surely
//! before it, the worst at most n − the number that it is surely before.

use crate::curve::ONE;
use crate::judge::Judged;

/// 1 / δ, with δ = 20 %.
const INVERSE: i64 = 5;

/// The best and the worst rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankRange {
    /// Least number.
    pub best: usize,
    /// Greatest number.
    pub worst: usize,
}

/// Between which ranks a ranked parcel is when each weight moves by up to 20 %. `ranked` is the whole
/// list, `place` begins at 0.
///
/// Parcels far enough away in the sum are not compared wish by wish: `Σ wᵢ|vₐᵢ−v_bᵢ|` is at most the sum
/// of both sums, and at most what both lack of the greatest sum.
pub fn rank_range(judged: &Judged, ranked: &[u32], place: usize) -> RankRange {
    let row = ranked[place] as usize;
    // Beyond the first that is far, all are.
    let above = ranked[..place].partition_point(|other| is_far(judged, row, *other as usize));
    let after = &ranked[place + 1..];
    let below = after.partition_point(|other| !is_far(judged, row, *other as usize));
    let before = ranked[above..place]
        .iter()
        .filter(|other| is_sure(judged, **other as usize, row));
    let beaten = after[..below]
        .iter()
        .filter(|other| is_sure(judged, row, **other as usize));
    RankRange {
        best: 1 + above + before.count(),
        worst: ranked.len() - (after.len() - below) - beaten.count(),
    }
}

/// Whether two parcels are so far apart in the sum that their order is the same for all of the weights.
pub(crate) fn is_far(judged: &Judged, row: usize, other: usize) -> bool {
    let (sum, other) = (judged.sums[row], judged.sums[other]);
    let full = judged.weight() * i64::from(ONE);
    let most = (sum + other).min(2 * full - sum - other);
    INVERSE * (sum - other).abs() > most
}

/// Whether a parcel is before another for all of the weights.
fn is_sure(judged: &Judged, row: usize, other: usize) -> bool {
    let ahead = judged.sums[row] - judged.sums[other];
    if ahead <= 0 {
        return false;
    }
    let pairs = judged.values(row).iter().zip(judged.values(other));
    let differences = judged
        .weights
        .iter()
        .zip(pairs)
        .map(|(weight, (one, other))| weight * (i64::from(*one) - i64::from(*other)).abs());
    INVERSE * ahead > differences.sum()
}
