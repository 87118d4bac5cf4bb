//! Places that a site lies within, or not.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Fact;

/// Most positions of the outline of a gate.
pub const MAX_POSITIONS: usize = 1000;
/// Greatest distance to the place of a gate, metres.
pub const MAX_DISTANCE: f64 = 20_000.0;

/// A position: longitude and latitude, degrees.
pub type Position = [f64; 2];

/// A GeoJSON `Polygon` or `MultiPolygon`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", content = "coordinates")]
#[expect(missing_docs, reason = "as in GeoJSON")]
pub enum Outline {
    Polygon(Vec<Vec<[f64; 2]>>),
    MultiPolygon(Vec<Vec<Vec<[f64; 2]>>>),
}

impl Outline {
    /// All of its rings, outer and inner ones: a point with an odd number of edges on one side is in it.
    pub fn rings(&self) -> Vec<&[Position]> {
        match self {
            Self::Polygon(rings) => rings.iter().map(Vec::as_slice).collect(),
            Self::MultiPolygon(parts) => parts.iter().flatten().map(Vec::as_slice).collect(),
        }
    }
}

/// The place of a gate of the fact `in_area`: one of `polygon`, `submarket_id`, `market_id` and `point`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GateArea {
    /// What it is called, 1 to 80 characters.
    #[schema(max_length = 80, example = "Airport")]
    pub name: String,
    /// An outline, of at most 1,000 positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Outline>,
    /// The outline of a submarket when the search is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submarket_id: Option<i64>,
    /// The outlines of the submarkets of a market when the search is started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market_id: Option<i64>,
    /// Longitude and latitude; needs a distance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 2]>,
    /// Sites that are at most so far from it are within it too, metres. The distance is from the inner point of a parcel.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 20000)]
    pub distance_m: f64,
}

impl GateArea {
    /// Such as 'Airport' or '0.31 miles of Airport'.
    pub fn words(&self) -> String {
        if self.distance_m > 0.0 {
            let distance = Fact::HighwayM.written(self.distance_m);
            format!("{distance} of {}", self.name)
        } else {
            self.name.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_with_its_distance() {
        let mut area = GateArea {
            name: "Airport".to_owned(),
            polygon: None,
            submarket_id: Some(5),
            market_id: None,
            point: None,
            distance_m: 0.0,
        };
        assert_eq!(area.words(), "Airport");
        area.distance_m = 500.0;
        assert_eq!(area.words(), "0.31 miles of Airport");
    }
}
