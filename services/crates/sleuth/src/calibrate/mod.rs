//! Calibration: which coefficients grow the first urban layer into the later ones.
//!
//! A set of coefficients is run over the years of the layers and scored against them ([`Score`]); the
//! sets of a [`Stage`] are tried one by one and the best decide the next stage. Nothing here runs
//! stages: a score depends on layers, settings, set and number of iterations alone, so that the
//! caller may share sets out over threads and machines, in any order, and gets the same result.
//!
//! ```
//! # use sleuth::{City, Settings, calibrate::{self, Calibration, Level, Stage, TooLittle}};
//! # fn search(city: &City, settings: Settings) -> Result<Option<calibrate::Score>, TooLittle> {
//! let mut calibration = Calibration::new(city, settings, 4)?;
//! let mut stage = Some(Stage::coarse());
//! let mut scores = Vec::new();
//! while let Some(trying) = stage {
//!     scores = trying.sets().into_iter().map(|set| calibration.score(set)).collect();
//!     stage = trying.level.next().and_then(|level| Stage::narrowed(level, &scores));
//! }
//! let best = calibrate::ranked(&scores).first().map(|best| (*best).clone());
//! # Ok(best) }
//! ```

mod stage;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use stage::{KEPT, Level, Range, Stage};

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::fit::Fit;
use crate::history::{History, Trials};
use crate::settings::Settings;
use crate::statistics::Metric;

/// Fewest urban layers: one to start from, two to compare with.
pub const FEWEST_DATES: usize = 3;

/// Not enough to calibrate with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TooLittle {
    /// Too few urban layers.
    #[error("a calibration needs urban layers of at least three dates, there are {0}")]
    Dates(usize),
    /// No iteration to average.
    #[error("a calibration needs at least one iteration for each set")]
    Iterations,
}

/// How well a set does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The set as it was run: a given 0 stands here as 1.
    pub coefficients: Coefficients,
    /// All measures, each 0..1.
    pub fit: Fit,
    /// Optimal SLEUTH Metric, 0..1 ([`Fit::optimal`]).
    pub osm: f64,
    /// Product of all measures, 0..1 ([`Fit::product`]).
    pub product: f64,
    /// What sets are ordered by, 0..1: the Optimal SLEUTH Metric. With three dates only there are two
    /// years to compare; then every correlation is 1 and the metric knows nothing but the area of the
    /// last year, so it is multiplied by the Lee-Sallee index, which knows the place.
    pub worth: f64,
}

impl Score {
    fn of(coefficients: Coefficients, history: &History) -> Self {
        let fit = history.fit.clone();
        let (osm, product) = (fit.optimal(), fit.product());
        let worth = if history.years.len() < FEWEST_DATES {
            osm * fit.lee_sallee
        } else {
            osm
        };
        Self {
            coefficients,
            fit,
            osm,
            product,
            worth,
        }
    }
}

/// Scores from the best to the worst by [`Score::worth`]; equal ones by Lee-Sallee, then by their
/// coefficients, so that the order in which they come does not matter.
pub fn ranked(scores: &[Score]) -> Vec<&Score> {
    let mut ranked: Vec<&Score> = scores.iter().collect();
    ranked.sort_by(|one, other| {
        let by_values = || {
            let pairs = one.coefficients.values().into_iter();
            pairs
                .zip(other.coefficients.values())
                .map(|(one, other)| one.total_cmp(&other))
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        };
        (other.worth.total_cmp(&one.worth))
            .then_with(|| other.fit.lee_sallee.total_cmp(&one.fit.lee_sallee))
            .then_with(by_values)
    });
    ranked
}

/// Tries one set after the other; memory and the measures of the real layers are kept between them.
pub struct Calibration<'c> {
    trials: Trials<'c>,
    iterations: u32,
}

impl<'c> Calibration<'c> {
    /// For runs of this many iterations from the first urban layer to the last.
    pub fn new(city: &'c City, settings: Settings, iterations: u32) -> Result<Self, TooLittle> {
        let dates = city.urban().len();
        if dates < FEWEST_DATES {
            return Err(TooLittle::Dates(dates));
        }
        if iterations == 0 {
            return Err(TooLittle::Iterations);
        }
        let trials = Trials::new(city, settings).ok_or(TooLittle::Dates(dates))?;
        Ok(Self { trials, iterations })
    }

    /// Runs a set and scores it. All sets use the same random numbers, as in the original; what was
    /// tried before does not matter.
    pub fn score(&mut self, coefficients: Coefficients) -> Score {
        let history = self.trials.run(coefficients, self.iterations);
        Score::of(coefficients, &history)
    }

    /// The coefficients that a prediction should start with, given the best set: those that
    /// self-modification has made of it in the last control year, averaged over the iterations (the
    /// last step of Project Gigalopolis's calibration guide, which advises 100 iterations and more).
    /// Real numbers; [`Coefficients::whole`] rounds them as users of the original do.
    pub fn forecast(&mut self, best: Coefficients) -> Coefficients {
        let history = self.trials.run(best, self.iterations);
        let Some(last) = history.years.last() else {
            return best;
        };
        let means = [
            Metric::Diffus,
            Metric::Breed,
            Metric::Spread,
            Metric::SlpRes,
            Metric::RdGrav,
        ]
        .map(|metric| last.mean(metric));
        Coefficients::given(means).unwrap_or(best)
    }
}

/// Runs one set and scores it. Many sets: [`Calibration`] saves the preparation.
pub fn score(
    city: &City,
    coefficients: Coefficients,
    settings: Settings,
    iterations: u32,
) -> Result<Score, TooLittle> {
    Ok(Calibration::new(city, settings, iterations)?.score(coefficients))
}
