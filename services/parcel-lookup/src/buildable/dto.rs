//! Requests and responses of net buildable area.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ParcelUuid;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::domain::{DeductionKind, Options, Preset};

/// What the calculation is made with; the preset's values where none is given.
#[derive(Debug, Clone, Default, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct BuildableOptions {
    /// Kind of project.
    #[serde(default)]
    #[param(inline)]
    pub preset: Option<Preset>,
    /// Deduct the 1 % flood zone; true by default. The floodway is always deducted.
    pub flood: Option<bool>,
    /// Distance to the boundary of the site, metres.
    pub setback_m: Option<f64>,
    /// The same in feet.
    pub setback_ft: Option<f64>,
    /// Distance to wetlands, metres.
    pub wetland_buffer_m: Option<f64>,
    /// The same in feet.
    pub wetland_buffer_ft: Option<f64>,
    /// Steeper land is deducted, percent.
    pub max_slope: Option<f64>,
    /// Narrower land is a leftover, metres.
    pub least_width_m: Option<f64>,
    /// The same in feet.
    pub least_width_ft: Option<f64>,
    /// Smaller parts are leftovers, acres.
    pub least_part_acres: Option<f64>,
}

/// Parcels as one site.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BuildableRequest {
    /// 1 to 100 parcels; a site that the firm keeps stands for its parcels.
    pub ll_uuids: Vec<ParcelUuid>,
    #[serde(flatten)]
    pub options: BuildableOptions,
    /// Deductions in another order than the usual one. It changes what each has beyond the others, not the total.
    #[serde(default)]
    pub order: Option<Vec<DeductionKind>>,
}

/// Whether a deduction could be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeductionState {
    /// Made.
    Used,
    /// Switched off by the options.
    Off,
    /// No layer describes the site.
    NotMapped,
    /// A public service is being asked; a later call has it.
    NotLoaded,
    /// A public service could not be asked; a later call asks again.
    Failed,
}

/// A source of a deduction, with its dates.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct DeductionSource {
    pub source: String,
    pub source_licence: Option<String>,
    /// Of the data, as the source says.
    pub source_date: Option<NaiveDate>,
    /// When it was read; of several of its layers, the oldest.
    pub fetched_at: DateTime<Utc>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Cell of the raster that its layers were made from, metres.
    pub cell_m: Option<f64>,
}

/// A deduction.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Deduction {
    pub kind: DeductionKind,
    #[schema(example = "Wetlands with 25 ft")]
    pub label: String,
    /// Of the site, as if there were no other deduction.
    pub acres_alone: f64,
    /// Beyond the deductions before it; these add up.
    pub acres_beyond: f64,
    /// GeoJSON of all of it within the site, longitude and latitude; null if there is none.
    #[schema(value_type = Option<Object>)]
    pub geometry: Option<Value>,
    pub state: DeductionState,
    /// Why it failed.
    pub reason: Option<String>,
    /// What its layers are from, each source with its date once, in the order in which layers stand before others.
    pub sources: Vec<DeductionSource>,
    /// Of the first of `sources`, as licence, date and cell.
    pub source: Option<String>,
    pub source_licence: Option<String>,
    pub source_date: Option<NaiveDate>,
    /// When the oldest of its layers was read.
    pub fetched_at: Option<DateTime<Utc>>,
    /// Made from generated sample data, at least in part.
    pub is_sample: bool,
    /// Cell of the raster that it was made from, metres.
    pub cell_m: Option<f64>,
}

/// Land of which something is not known; it is not deducted.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnknownLand {
    #[schema(example = "flood_undetermined")]
    pub kind: String,
    #[schema(example = "Flood hazard not determined (zone D)")]
    pub label: String,
    pub acres: f64,
    /// GeoJSON, longitude and latitude.
    #[schema(value_type = Option<Object>)]
    pub geometry: Option<Value>,
}

/// The result.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Buildable {
    pub ll_uuids: Vec<ParcelUuid>,
    /// Measured in the UTM zone of the site.
    pub gross_acres: f64,
    /// As the county records it; null if that is unknown of a parcel.
    pub recorded_acres: Option<f64>,
    pub buildable_acres: f64,
    /// Something is not known: at most so many acres.
    pub is_upper_bound: bool,
    /// Separate parts.
    pub parts: u32,
    pub largest_part_acres: f64,
    /// Of the largest circle in the largest part, metres; null if nothing is left.
    pub inscribed_radius_m: Option<f64>,
    /// GeoJSON of what is left, longitude and latitude; null if nothing is.
    #[schema(value_type = Option<Object>)]
    pub geometry: Option<Value>,
    /// In the order in which they are deducted.
    pub deductions: Vec<Deduction>,
    /// What is not known, where.
    pub unknown: Vec<UnknownLand>,
    /// What was not deducted and matters, such as the 0.2 % flood zone.
    pub warnings: Vec<UnknownLand>,
    /// Sentences about the result.
    pub notes: Vec<String>,
    pub options: Options,
}
