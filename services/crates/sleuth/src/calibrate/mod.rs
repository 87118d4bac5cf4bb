//! Calibration: which coefficients grow the first urban layer into the later ones.
//!
//! A set of coefficients is run over the years of the layers and scored against them ([`Score`]); the
//! sets of a [`Stage`] are tried one by one and the best decide the next stage. Nothing here runs
//! stages: a score depends on layers, settings, set and number of iterations alone, so that the
//! caller may share sets out over threads and machines, in any order, and gets the same result.
//!
//! A search has four steps: the stages, coarse to final; the [`finalists`] of all stages, scored again
//! with more iterations and another seed, since the luckiest of thousands of sets looks better than it
//! is; [`Calibration::forecast`] for the coefficients to predict with, where self-modification is on.
//!
//! ```
//! # use sleuth::{City, Coefficients, Settings};
//! # use sleuth::calibrate::{Calibration, Score, Stage, TooLittle, finalists};
//! # fn search(city: &City, settings: Settings) -> Result<Option<Coefficients>, TooLittle> {
//! let mut calibration = Calibration::new(city, settings, 4)?;
//! let mut scores: Vec<Score> = Vec::new();
//! let mut stage = Some(Stage::coarse());
//! while let Some(trying) = stage {
//!     let tried: Vec<Score> = trying.sets().into_iter().map(|set| calibration.score(set)).collect();
//!     stage = trying.level.next().and_then(|level| Stage::narrowed(level, &tried));
//!     scores.extend(tried);
//! }
//! let mut again = Calibration::new(city, Settings { seed: settings.seed + 1, ..settings }, 40)?;
//! let last: Vec<Score> = finalists(&scores).into_iter().map(|set| again.score(set)).collect();
//! # Ok(
//! finalists(&last).first().map(|best| again.forecast(*best))
//! # )
//! # }
//! ```
//!
//! What one series of layers can tell: given the others, each of diffusion, breed, spread and slope
//! resistance is found within 10; all together, more of one makes up for less of another, and the
//! ranges stay wide (`tests/calibration.rs`).

mod stage;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use stage::{KEPT, Level, Range, Stage};

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::fit::Fit;
use crate::history::{History, Trials};
use crate::land_use::LandUse;
use crate::settings::Settings;
use crate::statistics::Metric;

/// Minimum number of urban layers: one to start from, two to compare with.
pub const MIN_DATES: usize = 3;

/// Why calibration is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TooLittle {
    /// Too few urban layers.
    #[error("a calibration requires urban layers of at least three dates, found {0}")]
    Dates(usize),
    /// No iteration to average.
    #[error("a calibration requires at least one iteration per set")]
    Iterations,
}

/// Measure by which sets are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The Optimal SLEUTH Metric times the Lee-Sallee index. Each has a weakness: the metric
    /// correlates time series of few years, where a city of the wrong size in the wrong place may
    /// score well by chance (three dates give two years to compare, and every correlation is 1);
    /// the index ignores edges and clusters.
    #[default]
    Balanced,
    /// The Optimal SLEUTH Metric (Dietzel & Clarke 2007).
    Optimal,
    /// The Lee-Sallee index (Silva & Clarke 2002 and others). Prefers compact growth: scattered
    /// growth rarely hits the exact cells, even if its amount is right.
    LeeSallee,
}

/// Scores of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The set as it was run: 0 is run as 1.
    pub coefficients: Coefficients,
    /// All measures, each 0..1.
    pub fit: Fit,
    /// Optimal SLEUTH Metric, 0..1 ([`Fit::optimal`]).
    pub osm: f64,
    /// Product of all measures, 0..1 ([`Fit::product`]).
    pub product: f64,
    /// Sort key, 0..1: see [`Goal`].
    pub worth: f64,
}

impl Score {
    fn of(coefficients: Coefficients, history: &History, goal: Goal) -> Self {
        let fit = history.fit.clone();
        let (osm, product) = (fit.optimal(), fit.product());
        let worth = match goal {
            Goal::Balanced => osm * fit.lee_sallee,
            Goal::Optimal => osm,
            Goal::LeeSallee => fit.lee_sallee,
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

/// Scores sorted by [`Score::worth`], best first; ties by Lee-Sallee, then by coefficients, so that
/// the input order does not matter.
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

/// The ten best sets without duplicates, best first.
///
/// The best of thousands of sets is partly luck: few iterations, and correlations over few years.
/// Scoring the finalists of all stages again with more iterations and another seed
/// ([`Settings::seed`]) shows which one really is best, and how good.
pub fn finalists(scores: &[Score]) -> Vec<Coefficients> {
    let mut sets: Vec<Coefficients> = Vec::with_capacity(KEPT);
    for score in ranked(scores) {
        if sets.len() < KEPT && !sets.contains(&score.coefficients) {
            sets.push(score.coefficients);
        }
    }
    sets
}

/// Scores sets one after the other; memory and the real layers' measures are reused.
pub struct Calibration<'c> {
    trials: Trials<'c>,
    iterations: u32,
    goal: Goal,
}

impl<'c> Calibration<'c> {
    /// For `iterations` runs per set, from the first urban layer to the last.
    pub fn new(city: &'c City, settings: Settings, iterations: u32) -> Result<Self, TooLittle> {
        let dates = city.urban().len();
        if dates < MIN_DATES {
            return Err(TooLittle::Dates(dates));
        }
        if iterations == 0 {
            return Err(TooLittle::Iterations);
        }
        let trials = Trials::new(city, settings).ok_or(TooLittle::Dates(dates))?;
        Ok(Self {
            trials,
            iterations,
            goal: Goal::default(),
        })
    }

    /// Selects the measure by which sets are compared.
    #[must_use]
    pub fn aiming_at(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// Includes land use: its agreement at the end of the last iteration becomes part of the fit
    /// and of the product, as in the original.
    #[must_use]
    pub fn with_land_use(mut self, land_use: &'c LandUse) -> Self {
        self.trials = self.trials.with_land_use(land_use);
        self
    }

    /// Runs and scores a set. All sets use the same random numbers, as in the original; earlier
    /// sets have no influence.
    pub fn score(&mut self, coefficients: Coefficients) -> Score {
        let history = self.trials.run(coefficients, self.iterations);
        Score::of(coefficients, &history, self.goal)
    }

    /// The coefficients for predictions, given the best set: those that self-modification has
    /// reached in the last control year, averaged over the iterations (the last step of Project
    /// Gigalopolis's calibration guide, which advises 100 iterations or more). Real numbers;
    /// [`Coefficients::whole`] rounds them as users of the original do.
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

/// Runs and scores one set. For many sets [`Calibration`] avoids repeating the preparation.
pub fn score(
    city: &City,
    coefficients: Coefficients,
    settings: Settings,
    iterations: u32,
) -> Result<Score, TooLittle> {
    Ok(Calibration::new(city, settings, iterations)?.score(coefficients))
}
