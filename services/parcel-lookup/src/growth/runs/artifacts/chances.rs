//! The chance of growth at many points.

use super::result::KeptResult;
use super::surroundings::{NEVER, cell_at, cells_around};

/// As [`super::surroundings::Surroundings::chance`] for each longitude and latitude; not a number
/// outside of the run's area, and where no cell around is open.
pub fn chances(kept: &KeptResult, points: &[[f64; 2]]) -> Vec<f64> {
    let frame = &kept.area.frame;
    let last = kept.whole.span().stop;
    let (Some(urban), Some(counts)) = (kept.area.urban.last(), kept.whole.counts_in(last)) else {
        return vec![f64::NAN; points.len()];
    };
    let iterations = f64::from(kept.whole.iterations().max(1));
    let is_open = |cell: &usize| {
        kept.area.water.values()[*cell] == 0
            && kept.area.excluded.values()[*cell] < NEVER
            && urban.layer.values()[*cell] == 0
    };
    let chance = |[lon, lat]: [f64; 2]| {
        if cell_at(frame, lon, lat).is_none() {
            return f64::NAN;
        }
        let (mut open, mut grown) = (0_u32, 0.0);
        for cell in cells_around(frame, lon, lat).filter(is_open) {
            open += 1;
            grown += f64::from(counts[cell]);
        }
        // Without open cells it is no number.
        grown / iterations / f64::from(open)
    };
    points.iter().map(|point| chance(*point)).collect()
}
