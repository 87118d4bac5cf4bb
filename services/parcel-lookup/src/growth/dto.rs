//! Request and response bodies of the simulation endpoint.

use domain::RunId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::SelectionBox;
use super::runs::settings::{CoefficientsSource, GivenCoefficients};

/// Requests a simulation.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct RunSleuthRequest {
    /// The selected area, degrees.
    pub bbox: SelectionBox,
}

/// A finished simulation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RunSleuthResponse {
    /// Summary of the simulation.
    pub message: String,
    /// The selected area by the specification's estimate, km².
    pub area_km2: f64,
    /// How long it took, seconds.
    pub simulation_time: f64,
    /// Path of the image, for sessions of the same firm.
    pub output_image: String,
    /// Always null here: failures are returned as problems with their own `error`.
    pub error: Option<String>,
    /// The run, which is kept among the firm's runs.
    #[schema(value_type = Uuid)]
    pub run_id: RunId,
    /// Whether the layers are generated samples.
    pub is_sample: bool,
    /// Name of the layers.
    pub layers: String,
    /// Year of the layers.
    pub start_year: i32,
    /// Last year simulated.
    pub stop_year: i32,
    /// Monte Carlo iterations.
    pub iterations: u32,
    /// Urban area at the start, km².
    pub urban_km2_start: f64,
    /// Urban area at the end, km², mean of the iterations.
    pub urban_km2_stop: f64,
    /// Standard deviation of the urban area at the end over the iterations, km²: random variation
    /// with one set of coefficients, not the error of a forecast.
    pub urban_km2_spread: f64,
    /// Growth of the urban area, percent a year, compounded; null where nothing is urban at the start.
    #[schema(required = true)]
    pub growth_percent_a_year: Option<f64>,
    /// Caveat to be shown with the figures.
    #[schema(required = true)]
    pub caution: Option<String>,
    /// Side of a cell on the ground, metres.
    pub cell_metres: f64,
    /// Years of the urban layers, oldest first.
    pub urban_years: Vec<i32>,
    /// Years of the road layers, oldest first; empty where roads are unknown.
    pub road_years: Vec<i32>,
    /// Limitations of the layers, one sentence each.
    pub missing: Vec<String>,
    /// The coefficients used.
    pub coefficients: GivenCoefficients,
    /// Origin of the coefficients.
    pub coefficients_source: CoefficientsSource,
    /// Colours of the image.
    pub legend: Vec<LegendEntry>,
}

/// A colour of the image and its meaning.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LegendEntry {
    pub label: String,
    /// `#rrggbb`.
    pub colour: String,
}
