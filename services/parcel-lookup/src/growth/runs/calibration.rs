//! Calibrations: their stages, and the best set, which predictions may use.
//!
//! The stages and their order are defined in `sleuth::calibrate`; this module stores them with a
//! run.

use serde::{Deserialize, Serialize};
use sleuth::calibrate::{KEPT, Level, Score, Stage, finalists, ranked};
use sleuth::{Coefficients, Settings};
use utoipa::ToSchema;

use crate::growth::runs::row::RunRow;
use crate::growth::runs::settings::{GivenCoefficients, RunKind};
use crate::growth::runs::state::RunState;

/// Most sets in a stage: five values of each of five coefficients.
const MAX_SETS: i32 = 3_125;
/// Sets in a batch: a few seconds of work.
const BATCH_SETS: i32 = 50;
/// Name of the last stage.
const FINALISTS: &str = "finalists";
/// Finalists are scored with so many times the iterations.
const MORE_ITERATIONS: u32 = 10;
const MAX_ITERATIONS: u32 = 200;

/// The sets that a stage tries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tries {
    /// All combinations of values per coefficient.
    Ranges(Stage),
    /// The best sets of all stages, with more iterations and another seed: the best of thousands is
    /// partly luck (selection bias).
    Finalists(Vec<Coefficients>),
}

/// A stage as stored with its run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptStage {
    /// `coarse`, `fine`, `final` or `finalists`.
    pub stage: String,
    pub tries: Tries,
    pub sets: i32,
    /// The best Optimal SLEUTH Metric; null until the stage is finished.
    pub best_osm: Option<f64>,
}

impl KeptStage {
    pub fn first() -> Self {
        Self::ranges(Stage::coarse())
    }

    fn ranges(tries: Stage) -> Self {
        let stage = match tries.level {
            Level::Coarse => "coarse",
            Level::Fine => "fine",
            Level::Final => "final",
        };
        Self {
            stage: stage.to_owned(),
            sets: tries.sets().len() as i32,
            tries: Tries::Ranges(tries),
            best_osm: None,
        }
    }

    /// The next stage, given the scores of this stage and of all stages; none after the last.
    pub fn next(&self, own: &[Score], all: &[Score]) -> Option<Self> {
        let Tries::Ranges(stage) = &self.tries else {
            return None;
        };
        let narrowed = stage
            .level
            .next()
            .and_then(|level| Stage::narrowed(level, own));
        Some(narrowed.map_or_else(|| Self::finalists(finalists(all)), Self::ranges))
    }

    fn finalists(sets: Vec<Coefficients>) -> Self {
        Self {
            stage: FINALISTS.to_owned(),
            sets: sets.len() as i32,
            tries: Tries::Finalists(sets),
            best_osm: None,
        }
    }

    /// Sets per batch. Finalists take longer, so each is a batch of its own.
    pub fn batch_sets(&self) -> i32 {
        match self.tries {
            Tries::Ranges(_) => BATCH_SETS,
            Tries::Finalists(_) => 1,
        }
    }

    pub fn batches(&self) -> i32 {
        (self.sets + self.batch_sets() - 1) / self.batch_sets()
    }

    /// `size` sets from the index `first` on.
    pub fn sets(&self, first: i32, size: i32) -> Vec<Coefficients> {
        let all = match &self.tries {
            Tries::Ranges(stage) => stage.sets(),
            Tries::Finalists(sets) => sets.clone(),
        };
        let rest = all.into_iter().skip(first as usize);
        rest.take(size as usize).collect()
    }

    /// Iterations of each set, when the run requests `asked`.
    pub fn iterations(&self, asked: u32) -> u32 {
        match self.tries {
            Tries::Ranges(_) => asked,
            Tries::Finalists(_) => many(asked),
        }
    }

    /// The model's settings, when the run requests `asked`.
    pub fn for_model(&self, asked: Settings) -> Settings {
        match self.tries {
            Tries::Ranges(_) => asked,
            Tries::Finalists(_) => Settings {
                seed: asked.seed.wrapping_add(1),
                ..asked
            },
        }
    }
}

fn many(iterations: u32) -> u32 {
    iterations
        .saturating_mul(MORE_ITERATIONS)
        .clamp(iterations, MAX_ITERATIONS.max(iterations))
}

/// A set that was scored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    pub score: Score,
    /// Finalists only: the set that predictions would start with.
    pub forecast: Option<Coefficients>,
}

/// The stages of a run so far.
pub fn stages(run: &RunRow) -> Result<Vec<KeptStage>, super::row::Unreadable> {
    serde_json::from_value(run.stages.clone()).map_err(|error| run.unreadable(&error))
}

/// Upper bound of a run's iterations before its stages are known.
pub fn iterations_total(kind: RunKind, iterations: u32) -> i32 {
    match kind {
        RunKind::Prediction => iterations as i32,
        RunKind::Calibration => iterations_of(&[], iterations),
    }
}

/// Upper bound of a calibration's iterations, given the stages so far.
pub fn iterations_of(stages: &[KeptStage], iterations: u32) -> i32 {
    let known = stages
        .iter()
        .map(|stage| stage.sets * stage.iterations(iterations) as i32);
    let is_last = |stage: &KeptStage| matches!(stage.tries, Tries::Finalists(_));
    let to_come = if stages.last().is_some_and(is_last) {
        0
    } else {
        let ranges = (Level::ALL.len() - stages.len()) as i32 * MAX_SETS;
        ranges * iterations as i32 + KEPT as i32 * many(iterations) as i32
    };
    known.sum::<i32>() + to_come
}

/// A coefficient set with its scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScoredSet {
    /// The coefficients.
    pub set: GivenCoefficients,
    /// Optimal SLEUTH Metric, 0..1.
    pub osm: f64,
    /// Product of all measures, 0..1.
    pub product: f64,
    /// Sort key, 0..1: the Optimal SLEUTH Metric times Lee-Sallee.
    pub worth: f64,
    /// Smaller over larger of real and simulated urban area in the last year.
    pub compare: f64,
    /// Mean Lee-Sallee index of the control years.
    pub lee_sallee: f64,
    /// Squared correlation of the urban area.
    pub pop: f64,
    /// Squared correlation of the number of edge cells.
    pub edges: f64,
    /// Squared correlation of the number of clusters.
    pub clusters: f64,
    /// Squared correlation of the mean size of clusters.
    pub cl_size: f64,
    /// Squared correlation of the mean slope.
    pub slope: f64,
    /// Squared correlation of the urban share.
    pub pct_urban: f64,
    /// Squared correlation of the mean column.
    pub xmean: f64,
    /// Squared correlation of the mean row.
    pub ymean: f64,
    /// Squared correlation of the radius.
    pub rad: f64,
}

impl From<&Score> for ScoredSet {
    fn from(score: &Score) -> Self {
        let fit = &score.fit;
        Self {
            set: GivenCoefficients::new(score.coefficients.whole().map(i64::from)),
            osm: score.osm,
            product: score.product,
            worth: score.worth,
            compare: fit.compare,
            lee_sallee: fit.lee_sallee,
            pop: fit.pop,
            edges: fit.edges,
            clusters: fit.clusters,
            cl_size: fit.cl_size,
            slope: fit.slope,
            pct_urban: fit.pct_urban,
            xmean: fit.xmean,
            ymean: fit.ymean,
            rad: fit.rad,
        }
    }
}

/// A stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownStage {
    /// `coarse`, `fine`, `final` or `finalists`.
    pub stage: String,
    /// Sets tried.
    pub sets: i32,
    /// The best Optimal SLEUTH Metric.
    pub best_osm: f64,
}

/// The scores of a finished calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CalibrationOutcome {
    /// The best of the finalists.
    pub best: ScoredSet,
    /// Coefficients for predictions: the best set, as self-modification has left it in the last
    /// control year.
    pub forecast: GivenCoefficients,
    /// The finalists, scored again, best first.
    pub top: Vec<ScoredSet>,
    /// The stages in order.
    pub stages: Vec<ShownStage>,
    /// Control years: the years of the urban layers compared with.
    pub years: Vec<i32>,
    /// Measures that are constant over the control years; the Optimal SLEUTH Metric omits
    /// them.
    #[serde(default)]
    #[schema(required = true)]
    pub left_out: Vec<String>,
}

/// The best Optimal SLEUTH Metric of these scores.
pub fn best_osm(scores: &[Score]) -> Option<f64> {
    scores.iter().map(|score| score.osm).max_by(f64::total_cmp)
}

/// The result of a calibration from its finalists; none without any.
pub fn outcome(
    stages: &[KeptStage],
    finalists: &[Tried],
    years: &[i32],
) -> Option<CalibrationOutcome> {
    let scores: Vec<Score> = finalists.iter().map(|tried| tried.score.clone()).collect();
    let top = ranked(&scores);
    let best = *top.first()?;
    let shown = |stage: &KeptStage| {
        Some(ShownStage {
            stage: stage.stage.clone(),
            sets: stage.sets,
            best_osm: stage.best_osm?,
        })
    };
    let forecast = finalists.iter().find(|tried| tried.score == *best)?;
    let forecast = forecast.forecast.unwrap_or(best.coefficients);
    Some(CalibrationOutcome {
        best: best.into(),
        forecast: GivenCoefficients::new(forecast.whole().map(i64::from)),
        top: top.into_iter().map(ScoredSet::from).collect(),
        stages: stages.iter().filter_map(shown).collect(),
        years: years.iter().skip(1).copied().collect(),
        left_out: (best.fit.left_out())
            .map(|metric| metric.name().to_owned())
            .collect(),
    })
}

/// The coefficients of a finished calibration for predictions.
pub fn forecast(run: &RunRow) -> Option<GivenCoefficients> {
    (run.state == RunState::Succeeded)
        .then(|| serde_json::from_value(run.outcome.as_ref()?["forecast"].clone()).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stage_takes_the_best_sets_with_more_iterations_and_other_numbers() {
        let first = KeptStage::first();
        assert_eq!((first.sets, first.batches()), (3_125, 63));
        let settings = Settings::standard(7, 21.0, sleuth::SelfModification::OFF);
        assert_eq!(
            (first.iterations(4), first.for_model(settings).seed),
            (4, 7)
        );
        let sets: Vec<Coefficients> = (1..=3)
            .map(|value| Coefficients::given([f64::from(value); 5]).unwrap())
            .collect();
        let last = KeptStage::finalists(sets.clone());
        assert_eq!((last.batches(), last.sets(1, 1)), (3, vec![sets[1]]));
        assert_eq!((last.iterations(4), last.for_model(settings).seed), (40, 8));
        assert_eq!(
            [
                last.iterations(1),
                last.iterations(60),
                last.iterations(200)
            ],
            [10, 200, 200]
        );
        assert_eq!(last.next(&[], &[]), None);
        let kept = serde_json::to_value([&first, &last]).unwrap();
        assert_eq!(
            serde_json::from_value::<[KeptStage; 2]>(kept).unwrap(),
            [first.clone(), last.clone()]
        );
        // An upper bound before the last stage, exact in the last.
        assert_eq!(iterations_of(&[], 4), 3 * 3_125 * 4 + 10 * 40);
        assert_eq!(iterations_of(&[first.clone(), last], 4), 3_125 * 4 + 3 * 40);
    }
}
