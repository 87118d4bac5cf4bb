//! Runs the model on an area's layers.

use sleuth::predict::{self, Prediction};
use sleuth::statistics::{Metric, YearSummary};
use sleuth::{Coefficients, Grid, SelfModification, Settings, Span};

use super::layers::AreaLayers;

/// Years simulated from the layers' own year on.
pub const HORIZON_YEARS: i32 = 30;
/// Monte Carlo iterations: enough for percentages that look smooth at this cell size.
pub const ITERATIONS: u32 = 40;
/// Diffusion, breed, spread, slope resistance, road gravity. Chosen so that American regions of the
/// size of the samples grow by a half to one percent a year (parts of the samples: 0.58 and 1.15).
/// They are defaults, not a calibration of the selected area.
pub const COEFFICIENTS: [f64; 5] = [25.0, 40.0, 28.0, 40.0, 40.0];
/// Slope in percent from which on nothing is built; usual in applications of the model.
const CRITICAL_SLOPE: f64 = 21.0;
/// The same numbers for everybody: who asks twice sees the same answer.
const SEED: u32 = 20_201;

/// What a simulation says.
pub struct Outcome {
    /// Years simulated.
    pub span: Span,
    /// Percent of iterations in which a cell is urban at the end.
    pub probability: Grid<u8>,
    /// Urban cells at the start.
    pub urban_start: f64,
    /// Urban cells at the end, mean over iterations.
    pub urban_stop: f64,
    /// Standard deviation of that.
    pub urban_spread: f64,
}

/// Grows an area over the horizon. Takes seconds of one processor.
pub fn simulate(area: &AreaLayers) -> Result<Outcome, sleuth::OutOfRange> {
    let span = Span {
        start: area.year,
        stop: area.year + HORIZON_YEARS,
    };
    // Self-modification stays off: its usual limits take a year under 0.97 percent for a bust, and a
    // large city at its ordinary pace would talk itself into standing still.
    let settings = Settings::standard(SEED, CRITICAL_SLOPE, SelfModification::OFF);
    let prediction: Prediction = predict::predict(
        &area.city,
        span,
        Coefficients::given(COEFFICIENTS)?,
        settings,
        ITERATIONS,
    );
    let years = prediction.years();
    let last = |value: fn(&YearSummary, Metric) -> f64| {
        years.last().map_or(0.0, |year| value(year, Metric::Pop))
    };
    Ok(Outcome {
        span,
        probability: prediction.probability(),
        urban_start: area
            .urban
            .values()
            .iter()
            .filter(|value| **value > 0)
            .count() as f64,
        urban_stop: last(YearSummary::mean),
        urban_spread: last(YearSummary::sd),
    })
}

#[cfg(test)]
mod tests {
    use ::domain::BBox;

    use super::*;
    use crate::growth::layers;

    #[test]
    fn sample_regions_grow_by_what_regions_grow() {
        for bbox in [
            BBox::new(-81.0, 35.1, -80.7, 35.35),
            BBox::new(-104.9, 39.45, -104.65, 39.7),
        ] {
            let area = layers::for_area(bbox.unwrap()).unwrap();
            let outcome = simulate(&area).unwrap();
            let a_year = (outcome.urban_stop / outcome.urban_start)
                .powf(1.0 / f64::from(HORIZON_YEARS))
                - 1.0;
            assert!(
                (0.002..0.03).contains(&a_year),
                "{}: {:.2} % a year",
                area.name,
                100.0 * a_year
            );
            assert!(outcome.urban_spread > 0.0);
            let water = area
                .water
                .values()
                .iter()
                .zip(outcome.probability.values())
                .filter(|(water, _)| **water > 0);
            assert!(
                water.into_iter().all(|(_, percent)| *percent == 0),
                "nothing grows on water"
            );
            let urban = area
                .urban
                .values()
                .iter()
                .zip(outcome.probability.values())
                .filter(|(urban, _)| **urban > 0);
            assert!(
                urban.into_iter().all(|(_, percent)| *percent == 100),
                "what is urban stays so"
            );
        }
    }
}
