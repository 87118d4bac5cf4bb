//! The decade of growth at many points.

use site_search::BEYOND_RUN;

use super::result::KeptResult;
use super::surroundings::{NEVER, cell_at, cells_around, decade_of};

/// As [`super::surroundings::Surroundings::decade`] for each longitude and latitude, [`BEYOND_RUN`] for never in the
/// run; not a number outside of the run's area, and where nothing around can be built.
pub fn decades(kept: &KeptResult, points: &[[f64; 2]]) -> Vec<f64> {
    let frame = &kept.area.frame;
    let Some(urban) = kept.area.urban.last() else {
        return vec![f64::NAN; points.len()];
    };
    let start = f64::from(decade_of(kept.whole.span().start));
    let ends = ends(kept);
    let iterations = f64::from(kept.whole.iterations().max(1));
    let can_be_built = |cell: &usize| {
        kept.area.water.values()[*cell] == 0 && kept.area.excluded.values()[*cell] < NEVER
    };
    let mut open = Vec::new();
    let mut decade = |[lon, lat]: [f64; 2]| {
        if cell_at(frame, lon, lat).is_none() {
            return f64::NAN;
        }
        open.clear();
        let mut city = 0_usize;
        for cell in cells_around(frame, lon, lat).filter(can_be_built) {
            if urban.layer.values()[cell] > 0 {
                city += 1;
            } else {
                open.push(cell);
            }
        }
        let all = city + open.len();
        if all == 0 {
            return f64::NAN;
        }
        let is_half = |grown: f64| city as f64 + grown >= all as f64 / 2.0;
        if is_half(0.0) {
            return start;
        }
        let reached = ends.iter().find(|(_, counts)| {
            let urban: f64 = open.iter().map(|cell| f64::from(counts[*cell])).sum();
            is_half(urban / iterations)
        });
        reached.map_or(BEYOND_RUN, |(decade, _)| f64::from(*decade))
    };
    points.iter().map(|point| decade(*point)).collect()
}

/// The decades of the run, and in how many iterations each cell is urban in the last year of each. What is urban
/// stays so: the years before tell nothing more of a decade.
fn ends(kept: &KeptResult) -> Vec<(i32, Vec<u32>)> {
    let span = kept.whole.span();
    let is_last = |year: &i32| *year == span.stop || decade_of(*year) < decade_of(*year + 1);
    let last = span.years().filter(is_last);
    last.filter_map(|year| Some((decade_of(year), kept.whole.counts_in(year)?)))
        .collect()
}
