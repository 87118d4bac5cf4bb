//! What the simulation's call takes and answers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::domain::SelectionBox;
use super::runs::settings::{CoefficientsSource, GivenCoefficients};

/// Asks for a simulation.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct RunSleuthRequest {
    /// The selected area, degrees.
    pub bbox: SelectionBox,
}

/// A finished simulation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RunSleuthResponse {
    /// What was done, in a sentence.
    pub message: String,
    /// The selected area by the specification's estimate, km².
    pub area_km2: f64,
    /// How long it took, seconds.
    pub simulation_time: f64,
    /// Path of the picture, for sessions of the same firm.
    pub output_image: String,
    /// Always null here: failures are answered as problems with an `error` of their own.
    pub error: Option<String>,
    /// The run behind it, kept among the firm's runs.
    pub run_id: Uuid,
    /// Whether the layers are made-up samples.
    pub is_sample: bool,
    /// What the layers are called.
    pub layers: String,
    /// Year that the layers stand for.
    pub start_year: i32,
    /// Last year simulated.
    pub stop_year: i32,
    /// Monte Carlo iterations.
    pub iterations: u32,
    /// Urban area at the start, km².
    pub urban_km2_start: f64,
    /// Urban area at the end, km², mean of the iterations.
    pub urban_km2_stop: f64,
    /// Spread of the urban area at the end between iterations, km² (standard deviation): what chance does
    /// with one set of coefficients, not the error of a forecast.
    pub urban_km2_spread: f64,
    /// Growth of the urban area, percent a year, compounded; null where nothing is urban at the start.
    #[schema(required = true)]
    pub growth_percent_a_year: Option<f64>,
    /// What must be known before the figures are used.
    #[schema(required = true)]
    pub caution: Option<String>,
    /// Side of a cell on the ground, metres.
    pub cell_metres: f64,
    /// Years of the urban layers, oldest first.
    pub urban_years: Vec<i32>,
    /// Years of the road layers, oldest first; none where roads are not known.
    pub road_years: Vec<i32>,
    /// What the layers lack, a sentence each.
    pub missing: Vec<String>,
    /// The coefficients that it ran with.
    pub coefficients: GivenCoefficients,
    /// Where they come from.
    pub coefficients_source: CoefficientsSource,
    /// Colours of the picture.
    pub legend: Vec<LegendEntry>,
}

/// A colour of the picture and what it means.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct LegendEntry {
    /// What it means.
    pub label: String,
    /// `#rrggbb`.
    pub colour: String,
}
