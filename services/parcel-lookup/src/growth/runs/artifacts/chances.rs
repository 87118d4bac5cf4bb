//! The chance of growth at many points.

use super::result::KeptResult;
use super::surroundings::cells::rows_around;
use super::surroundings::ground::Ground;

/// The chance, as [`super::surroundings`] defines it, for each longitude and latitude; not a number outside of the
/// run's area, and where no cell around is open.
pub fn chances(kept: &KeptResult, points: &[[f64; 2]]) -> Vec<f64> {
    let frame = &kept.area.frame;
    let last = kept.whole.span().stop;
    let (Some(ground), Some(counts)) = (Ground::around(kept, points), kept.whole.counts_in(last))
    else {
        return vec![f64::NAN; points.len()];
    };
    let grown = ground.grown(&counts);
    let iterations = f64::from(kept.whole.iterations().max(1));
    let chance = |point: &[f64; 2]| {
        rows_around(frame, *point).map_or(f64::NAN, |rows| {
            // Without open cells it is no number.
            grown.over(&rows) as f64 / iterations / ground.open.over(&rows) as f64
        })
    };
    points.iter().map(chance).collect()
}
