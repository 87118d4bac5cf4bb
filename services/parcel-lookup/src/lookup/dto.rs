//! Request and response bodies of `process_coords`.
//!
//! Names follow the specification; `candidates` is our addition for stacked parcels,
//! `distance_m` and `feature` for points on none.

use domain::LonLat;
use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::parcels::{ParcelData, UnnumberedFeature};

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
    /// The point, or a 422 that names each wrong field.
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

/// Result of a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LookupStatus {
    /// Found in our own tables.
    Found,
    /// Found by a provider, and stored.
    Scraped,
    /// No source knows a parcel here.
    NotFound,
    /// A provider that may know it did not answer; only in a batch, where other points have results.
    Unavailable,
    /// Only providers may know it, and the batch ended before its turn: ask for these points again.
    NotAsked,
}

/// The parcel at a point.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ProcessCoordsResponse {
    pub status: LookupStatus,
    /// The parcel to show; null when there is none.
    pub data: Option<ParcelData>,
    /// All parcels at the point when several are stacked, `data` first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<ParcelData>>,
    /// Metres from the point to the parcel, if the point is on none (a street, say) and this is the
    /// nearest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_m: Option<f64>,
    /// What its county maps at the point without a parcel number, such as a right of way, if the point
    /// is on no parcel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<UnnumberedFeature>,
}

/// Points to look up at once.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProcessCoordsBatchRequest {
    /// 1 to 1,000 points.
    #[schema(min_items = 1, max_items = 1000)]
    pub points: Vec<ProcessCoordsRequest>,
}

impl ProcessCoordsBatchRequest {
    /// Most points of a request.
    const MAX: usize = 1000;

    /// The points, or a 422 that names the first wrong one.
    pub fn points(self) -> ApiResult<Vec<LonLat>> {
        if !(1..=Self::MAX).contains(&self.points.len()) {
            let sentence = format!("Please give 1 to {} points.", Self::MAX);
            return Err(ApiError::invalid("points", sentence));
        }
        let mut points = Vec::with_capacity(self.points.len());
        for (index, point) in self.points.into_iter().enumerate() {
            let at = LonLat::new(point.lon, point.lat).map_err(|refused| {
                ApiError::invalid(format!("points.{index}"), refused.sentence())
            })?;
            points.push(at);
        }
        Ok(points)
    }
}

/// The parcels at several points.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ProcessCoordsBatchResponse {
    /// One for each point, in the order of the request.
    pub results: Vec<ProcessCoordsResponse>,
}
