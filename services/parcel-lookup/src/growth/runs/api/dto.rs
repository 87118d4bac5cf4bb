//! Request and response bodies of the run endpoints.

use chrono::{DateTime, Utc};
use domain::{RunId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::growth::domain::SelectionBox;
use crate::growth::runs::settings::{CoefficientsSource, GivenCoefficients, RunKind};
use crate::growth::runs::state::RunState;

/// Requests a run.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct GrowthRunRequest {
    /// A prediction when absent.
    pub kind: Option<RunKind>,
    /// The selected area, degrees.
    pub bbox: SelectionBox,
    /// Shown in the list; at most 80 characters.
    #[schema(max_length = 80)]
    pub name: Option<String>,
    /// Years simulated after the layers' year; 30 when absent.
    #[schema(minimum = 1, maximum = 100)]
    pub horizon_years: Option<i64>,
    /// Monte Carlo iterations, 40 when absent; for a calibration those of each coefficient set, 4
    /// when absent.
    #[schema(minimum = 1, maximum = 200)]
    pub iterations: Option<i64>,
    /// Random seed; a constant when absent.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32)]
    pub seed: Option<i64>,
    /// Defaults when absent.
    pub coefficients: Option<GivenCoefficients>,
    /// Use the best set of this finished calibration. Not together with `coefficients`.
    #[schema(value_type = Option<Uuid>)]
    pub calibration_id: Option<RunId>,
    /// Whether coefficients change with growth (self-modification rules).
    pub self_modification: Option<bool>,
}

/// Progress of a run.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RunProgress {
    /// Completed iterations of all batches.
    pub iterations_done: i32,
    /// Total iterations; an upper bound for a calibration, since later stages may try fewer sets.
    pub iterations_total: i32,
    /// Completed batches.
    pub batches_done: i32,
    /// Batches known so far.
    pub batches_total: i32,
    /// The simulated year that a running batch has reached.
    #[schema(required = true)]
    pub year: Option<i32>,
    /// Calibration: `coarse`, `fine`, `final` or `finalists`.
    #[schema(required = true)]
    pub stage: Option<String>,
    /// Estimated seconds until the run finishes.
    #[schema(required = true)]
    pub seconds_left: Option<f64>,
}

/// The input layers of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LayersInfo {
    pub name: String,
    /// Whether they are generated samples.
    pub is_sample: bool,
    /// Explanation of the selection of these layers, if users should know it.
    #[serde(default)]
    #[schema(required = true)]
    pub notice: Option<String>,
    /// Limitations, one sentence each.
    #[serde(default)]
    #[schema(required = true)]
    pub missing: Vec<String>,
    /// Share of the selection that is covered, 0..1.
    pub coverage: f64,
    /// Attribution, one source per line.
    pub attribution: Vec<String>,
    /// The latest urban year, from which predictions start.
    pub start_year: i32,
    /// Years of the urban layers, oldest first.
    pub urban_years: Vec<i32>,
    /// Years of the road layers, oldest first; empty where roads are unknown.
    #[serde(default)]
    #[schema(required = true)]
    pub road_years: Vec<i32>,
    /// Side of a cell on the ground, metres.
    pub cell_metres: f64,
    pub rows: usize,
    pub cols: usize,
    /// The grid's bounds, degrees.
    pub bounds: SelectionBox,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct GrowthRun {
    #[schema(value_type = Uuid)]
    pub run_id: RunId,
    pub kind: RunKind,
    #[schema(required = true)]
    pub name: Option<String>,
    pub state: RunState,
    /// Position among the firm's queued runs, 1 for the next; null unless queued.
    #[schema(required = true)]
    pub queue_position: Option<i64>,
    pub bbox: SelectionBox,
    /// Its area by the specification's estimate, km².
    pub area_km2: f64,
    pub created_at: DateTime<Utc>,
    /// When preparation began.
    #[schema(required = true)]
    pub started_at: Option<DateTime<Utc>>,
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
    /// The user who requested it.
    pub created_by: UserId,
    pub progress: RunProgress,
    /// Years simulated after the layers' year.
    pub horizon_years: i32,
    /// Monte Carlo iterations; in a calibration those of each set.
    pub iterations: u32,
    pub seed: u32,
    /// The coefficients used.
    pub coefficients: GivenCoefficients,
    /// Origin of the coefficients.
    pub coefficients_source: CoefficientsSource,
    /// Whether coefficients change with growth (self-modification rules).
    pub self_modification: bool,
    /// Caveat to be shown with a prediction's figures; null where its coefficients were calibrated
    /// on the area.
    #[schema(required = true)]
    pub caution: Option<String>,
    /// Null until the layers are prepared.
    #[schema(required = true)]
    pub layers: Option<LayersInfo>,
    /// Reason of the failure.
    #[schema(required = true)]
    pub error: Option<String>,
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunsQuery {
    pub kind: Option<RunKind>,
}

/// A page of runs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct GrowthRuns {
    /// Newest first.
    pub runs: Vec<GrowthRun>,
    /// Cursor of the next page; null on the last one.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
}
