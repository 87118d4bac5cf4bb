//! Response bodies of finished runs.

use domain::RunId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::growth::domain::SelectionBox;
use crate::growth::dto::LegendEntry;
use crate::growth::picture;
use crate::growth::runs::api::dto::GrowthRun;
use crate::growth::runs::artifacts::outcome::{GrowthYear, PredictionOutcome};
use crate::growth::runs::calibration::CalibrationOutcome;
use crate::growth::runs::error::RunError;
use crate::growth::runs::row::RunRow;
use crate::growth::runs::settings::RunKind;

/// Paths of the result's files.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Downloads {
    /// The image.
    pub png: String,
    /// Percent of iterations in which a cell is urban in the last year; 255 for water.
    pub geotiff: String,
    /// Figures per year.
    pub csv: String,
}

/// The result of a prediction.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PredictionResult {
    pub run: GrowthRun,
    /// Summary of the simulation.
    pub message: String,
    pub simulation_time: f64,
    /// Year of the layers.
    pub start_year: i32,
    /// Last year simulated.
    pub stop_year: i32,
    /// Colours of image and overlays.
    pub legend: Vec<LegendEntry>,
    /// Bounds of image and overlays, degrees.
    pub bounds: SelectionBox,
    /// Path of the image.
    pub picture: String,
    /// Path of the overlays, with `{year}` for a year from the start on.
    pub overlay: String,
    pub downloads: Downloads,
    /// Urban area at the start, km².
    pub urban_km2_start: f64,
    /// Growth of the urban area from the start to the end, percent a year, compounded; null where nothing is
    /// urban at the start.
    #[schema(required = true)]
    pub growth_percent_a_year: Option<f64>,
    /// One entry per year, from the one after the start.
    pub years: Vec<GrowthYear>,
}

/// The result of a calibration.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CalibrationResult {
    pub run: GrowthRun,
    /// The best sets, the stages and the control years.
    #[serde(flatten)]
    pub outcome: CalibrationOutcome,
}

/// The result of a run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GrowthResult {
    Prediction(Box<PredictionResult>),
    Calibration(Box<CalibrationResult>),
}

/// Version of the drawing and file formats. Part of every artifact's URL, because browsers cache
/// artifacts indefinitely.
pub const FORM: u32 = 2;

/// Versioned path of a run's artifact.
pub fn in_form(run_id: RunId, rest: &str) -> String {
    let prefix = crate::API.prefix;
    format!("{prefix}/growth_runs/{run_id}/{rest}?form={FORM}")
}

impl TryFrom<&RunRow> for GrowthResult {
    type Error = RunError;

    fn try_from(row: &RunRow) -> Result<Self, RunError> {
        let run = row.shown()?;
        let outcome = row.outcome.clone().unwrap_or_default();
        if row.kind == RunKind::Calibration {
            let outcome =
                serde_json::from_value(outcome).map_err(|error| row.unreadable(&error))?;
            return Ok(Self::Calibration(Box::new(CalibrationResult {
                run,
                outcome,
            })));
        }
        let outcome: PredictionOutcome =
            serde_json::from_value(outcome).map_err(|error| row.unreadable(&error))?;
        let bounds = run.layers.as_ref().map_or(run.bbox, |layers| layers.bounds);
        let path = |rest: &str| in_form(run.run_id, rest);
        Ok(Self::Prediction(Box::new(PredictionResult {
            growth_percent_a_year: outcome.growth_percent_a_year(),
            message: outcome.message,
            simulation_time: row.seconds_taken(),
            start_year: outcome.start_year,
            stop_year: outcome.stop_year,
            legend: picture::legend(outcome.start_year),
            bounds,
            picture: path("picture.png"),
            overlay: path("overlay/{year}.png"),
            downloads: Downloads {
                png: path("picture.png"),
                geotiff: path("probability.tif"),
                csv: path("years.csv"),
            },
            urban_km2_start: outcome.urban_km2_start,
            years: outcome.years,
            run,
        })))
    }
}
