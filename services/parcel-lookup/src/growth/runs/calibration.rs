//! Calibrations: their stages, and the best set that predictions may take.
//!
//! The stages and how one follows from the other are `sleuth::calibrate`'s; here is what of them is
//! kept with a run.

use serde::{Deserialize, Serialize};
use sleuth::Coefficients;
use sleuth::calibrate::{KEPT, Level, Score, Stage, ranked};
use utoipa::ToSchema;

use super::row::RunRow;
use super::settings::{GivenCoefficients, RunKind};
use super::state::RunState;

/// Most sets in a stage: five values of each of five coefficients.
const MOST_SETS: i32 = 3_125;
/// Sets in a batch: some seconds of work.
pub const BATCH_SETS: i32 = 50;

/// A stage as kept with its run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptStage {
    /// `coarse`, `fine` or `final`.
    pub stage: Level,
    /// Which sets it tries.
    pub tries: Stage,
    /// How many they are.
    pub sets: i32,
    /// The best of them by the Optimal SLEUTH Metric; null before it is done.
    pub best_osm: Option<f64>,
}

impl KeptStage {
    /// A stage to be tried.
    pub fn new(tries: Stage) -> Self {
        Self {
            stage: tries.level,
            sets: tries.sets().len() as i32,
            tries,
            best_osm: None,
        }
    }
}

/// The stages of a run so far.
pub fn stages(run: &RunRow) -> Result<Vec<KeptStage>, super::row::Unreadable> {
    serde_json::from_value(run.stages.clone()).map_err(|error| run.unreadable(&error))
}

/// Some sets of a stage, in its order.
pub fn sets(stage: &Stage, first: i32, size: i32) -> Vec<Coefficients> {
    let sets = stage.sets().into_iter();
    sets.skip(first as usize).take(size as usize).collect()
}

/// Iterations that a run takes, at most, before its stages are known.
pub fn iterations_total(kind: RunKind, iterations: u32) -> i32 {
    match kind {
        RunKind::Prediction => iterations as i32,
        RunKind::Calibration => iterations_of(&[], iterations),
    }
}

/// Iterations that a calibration takes, at most, with these stages known.
pub fn iterations_of(stages: &[KeptStage], iterations: u32) -> i32 {
    let known: i32 = stages.iter().map(|stage| stage.sets).sum();
    let to_come = (Level::ALL.len() - stages.len()) as i32 * MOST_SETS;
    (known + to_come).saturating_mul(iterations as i32)
}

/// A set and how well it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScoredSet {
    /// The set.
    pub set: GivenCoefficients,
    /// Optimal SLEUTH Metric, 0..1.
    pub osm: f64,
    /// Product of all measures, 0..1.
    pub product: f64,
    /// What sets are ordered by, 0..1: the Optimal SLEUTH Metric; with three dates only, times
    /// Lee-Sallee.
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

/// A stage as it is answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ShownStage {
    /// `coarse`, `fine` or `final`.
    pub stage: String,
    /// Sets tried.
    pub sets: i32,
    /// The best of them by the Optimal SLEUTH Metric.
    pub best_osm: f64,
}

/// The figures of a finished calibration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CalibrationOutcome {
    /// The best set of all stages.
    pub best: ScoredSet,
    /// The best ten, the best first.
    pub top: Vec<ScoredSet>,
    /// The stages in their order.
    pub stages: Vec<ShownStage>,
    /// Years of the urban layers that growth was compared with.
    pub years: Vec<i32>,
}

/// The best of these scores by the Optimal SLEUTH Metric.
pub fn best_osm(scores: &[Score]) -> Option<f64> {
    scores.iter().map(|score| score.osm).max_by(f64::total_cmp)
}

/// What a calibration says in the end; none without a score.
pub fn outcome(
    stages: &[KeptStage],
    scores: &[Score],
    years: &[i32],
) -> Option<CalibrationOutcome> {
    let mut top: Vec<ScoredSet> = Vec::new();
    for score in ranked(scores) {
        let set = ScoredSet::from(score);
        // The same set may have been tried in two stages.
        if top.len() < KEPT && top.iter().all(|better| better.set != set.set) {
            top.push(set);
        }
    }
    let shown = |stage: &KeptStage| {
        Some(ShownStage {
            stage: serde_json::to_value(stage.stage).ok()?.as_str()?.to_owned(),
            sets: stage.sets,
            best_osm: stage.best_osm?,
        })
    };
    Some(CalibrationOutcome {
        best: top.first()?.clone(),
        top,
        stages: stages.iter().filter_map(shown).collect(),
        years: years.iter().skip(1).copied().collect(),
    })
}

/// The best set of a finished calibration.
pub fn best_set(run: &RunRow) -> Option<GivenCoefficients> {
    (run.state().ok()? == RunState::Succeeded)
        .then(|| serde_json::from_value(run.outcome.as_ref()?["best"]["set"].clone()).ok())
        .flatten()
}
