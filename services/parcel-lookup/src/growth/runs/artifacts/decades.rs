//! The decade of growth at many points.

use site_search::BEYOND_RUN;

use super::result::KeptResult;
use super::surroundings::cells::rows_around;
use super::surroundings::ground::{Ground, RowSums};
use super::surroundings::{decade_of, last_years};

/// The likely decade, as [`super::surroundings`] defines it, for each longitude and latitude, [`BEYOND_RUN`] for never in the
/// run; not a number outside of the run's area, and where nothing around can be built.
pub fn decades(kept: &KeptResult, points: &[[f64; 2]]) -> Vec<f64> {
    let frame = &kept.area.frame;
    let Some(ground) = Ground::around(kept, points) else {
        return vec![f64::NAN; points.len()];
    };
    let start = f64::from(decade_of(kept.whole.span().start));
    let ends = ends(kept, &ground);
    let iterations = f64::from(kept.whole.iterations().max(1));
    let decade = |point: &[f64; 2]| {
        let Some(rows) = rows_around(frame, *point) else {
            return f64::NAN;
        };
        let all = ground.buildable.over(&rows);
        if all == 0 {
            return f64::NAN;
        }
        let city = all - ground.open.over(&rows);
        let is_half = |grown: f64| city as f64 + grown >= all as f64 / 2.0;
        if is_half(0.0) {
            return start;
        }
        let reached = ends
            .iter()
            .find(|(_, grown)| is_half(grown.over(&rows) as f64 / iterations));
        reached.map_or(BEYOND_RUN, |(decade, _)| f64::from(*decade))
    };
    points.iter().map(decade).collect()
}

/// The decades of the run, and in how many iterations the open cells are urban at the end of each.
fn ends(kept: &KeptResult, ground: &Ground) -> Vec<(i32, RowSums)> {
    last_years(kept.whole.span())
        .filter_map(|year| Some((decade_of(year), ground.grown(&kept.whole.counts_in(year)?))))
        .collect()
}
