//! What the calls of runs take and answer.

use chrono::{DateTime, Utc};
use domain::UserId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::growth::domain::SelectionBox;
use crate::growth::runs::settings::{CoefficientsSource, GivenCoefficients, RunKind};
use crate::growth::runs::state::RunState;

/// Asks for a run.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct GrowthRunRequest {
    /// What it is for; a prediction when left out.
    pub kind: Option<RunKind>,
    /// The selected area, degrees.
    pub bbox: SelectionBox,
    /// A name for the list, at most 80 characters.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// Years simulated from the layers' year on; 30 when left out.
    #[schema(minimum = 1, maximum = 100)]
    pub horizon_years: Option<i64>,
    /// Monte Carlo iterations, 40 when left out; for a calibration those of each set, 4 when left out.
    #[schema(minimum = 1, maximum = 200)]
    pub iterations: Option<i64>,
    /// Seed of the random numbers; always the same when left out.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32)]
    pub seed: Option<i64>,
    /// The coefficients; defaults when left out.
    pub coefficients: Option<GivenCoefficients>,
    /// Takes the best set of this finished calibration. Not together with `coefficients`.
    pub calibration_id: Option<Uuid>,
    /// Whether coefficients follow growth.
    pub self_modification: Option<bool>,
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RunProgress {
    /// Iterations done, over all batches.
    pub iterations_done: i32,
    /// Of how many; for a calibration at most so many, since later stages may try fewer sets.
    pub iterations_total: i32,
    /// Batches done.
    pub batches_done: i32,
    /// Of how many known so far.
    pub batches_total: i32,
    /// The year that a batch at work has reached.
    #[schema(required = true)]
    pub year: Option<i32>,
    /// Calibration: `coarse`, `fine`, `final` or `finalists`.
    #[schema(required = true)]
    pub stage: Option<String>,
    /// Seconds that the rest will take at the pace so far.
    #[schema(required = true)]
    pub seconds_left: Option<f64>,
}

/// The layers that a run grows on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LayersInfo {
    /// What they are called.
    pub name: String,
    /// Whether they are made up.
    pub is_sample: bool,
    /// What people should know of how these layers came to be used.
    #[serde(default)]
    #[schema(required = true)]
    pub notice: Option<String>,
    /// What they lack, a sentence each.
    #[serde(default)]
    #[schema(required = true)]
    pub missing: Vec<String>,
    /// Share of the selection that they cover, 0..1.
    pub coverage: f64,
    /// Who made them, line by line.
    pub attribution: Vec<String>,
    /// The latest urban year, from which predictions start.
    pub start_year: i32,
    /// Years of the urban layers, oldest first.
    pub urban_years: Vec<i32>,
    /// Years of the road layers, oldest first; none where roads are not known.
    #[serde(default)]
    #[schema(required = true)]
    pub road_years: Vec<i32>,
    /// Side of a cell on the ground, metres.
    pub cell_metres: f64,
    /// Rows of the grid.
    pub rows: usize,
    /// Columns of the grid.
    pub cols: usize,
    /// The grid's edges, degrees.
    pub bounds: SelectionBox,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct GrowthRun {
    /// Its id.
    pub run_id: Uuid,
    /// What it is for.
    pub kind: RunKind,
    /// Its name.
    #[schema(required = true)]
    pub name: Option<String>,
    /// How far it has come.
    pub state: RunState,
    /// Its place among the firm's waiting runs, 1 for the next; only while it waits.
    #[schema(required = true)]
    pub queue_position: Option<i64>,
    /// The selected area.
    pub bbox: SelectionBox,
    /// Its area by the specification's estimate, km².
    pub area_km2: f64,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When work on it began.
    #[schema(required = true)]
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Who asked for it.
    pub created_by: UserId,
    /// How much is done.
    pub progress: RunProgress,
    /// Years simulated from the layers' year on.
    pub horizon_years: i32,
    /// Monte Carlo iterations; of each set in a calibration.
    pub iterations: u32,
    /// Seed of the random numbers.
    pub seed: u32,
    /// The coefficients that it runs with.
    pub coefficients: GivenCoefficients,
    /// Where they come from.
    pub coefficients_source: CoefficientsSource,
    /// Whether coefficients follow growth.
    pub self_modification: bool,
    /// What must be known before a prediction's figures are used; null where its coefficients were
    /// calibrated on the area.
    #[schema(required = true)]
    pub caution: Option<String>,
    /// The layers; null before they are prepared.
    #[schema(required = true)]
    pub layers: Option<LayersInfo>,
    /// Why it failed.
    #[schema(required = true)]
    pub error: Option<String>,
}

/// Which runs are listed.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunsQuery {
    /// Only runs of this kind.
    pub kind: Option<RunKind>,
}

/// A page of runs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GrowthRuns {
    /// Newest first.
    pub runs: Vec<GrowthRun>,
    /// For the page after; null on the last one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}
