//! Properties of a parcel as a feature.

use chrono::{DateTime, Utc};
use parcel_record::{ParcelFacts, ParcelFields};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Facts of a parcel and where they are from.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelProperties {
    #[serde(flatten)]
    pub fields: ParcelFields,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    pub source_licence: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
    /// When the source was read.
    pub fetched_at: DateTime<Utc>,
    #[serde(flatten)]
    pub facts: ParcelFacts,
    /// Slope of the ground, percent; null where no layer reaches.
    pub slope_percent: Option<f64>,
    /// Distance to the nearest highway, miles; null where no layer reaches.
    pub highway_miles: Option<f64>,
    /// Distance to the nearest railway, miles; null where no layer reaches.
    pub rail_miles: Option<f64>,
    /// The growth run that the request names.
    pub growth_run_id: Option<Uuid>,
    /// Of that run: chance that the open land within 500 m becomes urban, 0 to 1.
    pub growth_chance: Option<f64>,
    /// Of that run: first year of the decade in which half of the land within 500 m is expected to be urban.
    pub growth_decade: Option<i32>,
}
