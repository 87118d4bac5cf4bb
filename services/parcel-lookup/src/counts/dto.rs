//! Request and response of counts.

use chrono::{DateTime, Utc};
use domain::ProjectId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::Counted;
use crate::selections::dto::{AreaGeometry, Circle, Corridor, SelectionRequest};

/// What is counted: parcels of at most one of `area`, `bbox`, `circle` and `corridor`, else of everywhere.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CountsRequest {
    /// CQL2 texts over the queryables of the OGC collection `parcels`, 1 to 20. `slope_percent` is one more property;
    /// with `growth_run_id = '…' AND` before them, `growth_chance` (0 to 1) and `growth_decade` are too.
    #[schema(min_items = 1, max_items = 20, example = json!(["ll_gisacre >= 5", "flood_zone = 'X'"]))]
    pub filters: Vec<String>,
    /// Parcels that this project discarded are not counted.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// Parcels with their inner point in it.
    #[serde(default)]
    pub area: Option<AreaGeometry>,
    /// West, south, east, north in degrees; parcels with their inner point in it.
    #[serde(default)]
    pub bbox: Option<[f64; 4]>,
    /// Parcels with their inner point in it.
    #[serde(default)]
    pub circle: Option<Circle>,
    /// Parcels that it touches.
    #[serde(default)]
    pub corridor: Option<Corridor>,
    /// Only parcels of this county, five digits.
    #[serde(default)]
    pub county_fips: Option<String>,
    /// Only parcels that are new or changed since then.
    #[serde(default)]
    pub changed_since: Option<DateTime<Utc>>,
}

impl CountsRequest {
    /// The same area as a selection without a filter has.
    pub fn area(&mut self) -> SelectionRequest {
        SelectionRequest {
            area: self.area.take(),
            bbox: self.bbox,
            circle: self.circle.take(),
            corridor: self.corridor.take(),
            county_fips: self.county_fips.clone(),
            // Everywhere is allowed, because only numbers are returned.
            filter: Some(String::new()),
            ..SelectionRequest::default()
        }
    }
}

/// A number of parcels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ParcelCount {
    pub count: u64,
    /// Estimated from a sample.
    pub is_estimate: bool,
}

impl From<Counted> for ParcelCount {
    fn from(counted: Counted) -> Self {
        Self {
            count: counted.count,
            is_estimate: counted.is_estimate,
        }
    }
}

/// How many parcels match.
#[derive(Debug, Serialize, ToSchema)]
pub struct CountsResponse {
    /// Of all filters, in their order.
    pub counts: Vec<ParcelCount>,
    /// Parcels of the area, whatever they are like.
    pub total: ParcelCount,
}
