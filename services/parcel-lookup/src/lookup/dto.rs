//! Bodies of `process_coords`.
//!
//! Names are the specification's; `candidates` is our addition for stacked parcels.

use domain::LonLat;
use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::parcels::ParcelData;

/// A point on the map.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct ProcessCoordsRequest {
    /// Degrees north.
    #[schema(minimum = -90, maximum = 90, example = 29.7604)]
    pub lat: f64,
    /// Degrees east.
    #[schema(minimum = -180, maximum = 180, example = -95.3698)]
    pub lon: f64,
}

impl ProcessCoordsRequest {
    /// The point, or 422 with each wrong field named.
    pub fn point(self) -> ApiResult<LonLat> {
        let mut wrong = ApiError::validation();
        if let Err(refused) = LonLat::new(0.0, self.lat) {
            wrong = wrong.field("lat", refused.sentence());
        }
        if let Err(refused) = LonLat::new(self.lon, 0.0) {
            wrong = wrong.field("lon", refused.sentence());
        }
        wrong.check()?;
        LonLat::new(self.lon, self.lat)
            .map_err(|refused| ApiError::invalid("lat", refused.sentence()))
    }
}

/// How a lookup ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LookupStatus {
    /// Our own records knew it.
    Found,
    /// A provider knew it; it is stored now.
    Scraped,
    /// Nobody knows a parcel here.
    NotFound,
}

/// The parcel at a point.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ProcessCoordsResponse {
    /// How the lookup ended.
    pub status: LookupStatus,
    /// The parcel to show; null when nobody knows one.
    pub data: Option<ParcelData>,
    /// All parcels of this place where several are stacked, `data` first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<ParcelData>>,
}
