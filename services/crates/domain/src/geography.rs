//! Points and boxes in degrees of WGS 84.
//!
//! Validated on construction, so that no handler or query receives a latitude of 91 or a NaN.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Invalid;

/// Kilometres per degree of latitude, as the specification counts them.
const KM_PER_DEGREE: f64 = 111.32;

/// A point: longitude −180 to 180 and latitude −90 to 90, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "RawLonLat")]
pub struct LonLat {
    /// Degrees east.
    #[schema(minimum = -180, maximum = 180)]
    lon: f64,
    /// Degrees north.
    #[schema(minimum = -90, maximum = 90)]
    lat: f64,
}

#[derive(Deserialize)]
struct RawLonLat {
    lon: f64,
    lat: f64,
}

impl LonLat {
    /// The middle of the contiguous United States.
    pub const MIDDLE_OF_US: Self = Self {
        lon: -98.58,
        lat: 39.83,
    };

    /// A point from degrees east and degrees north.
    pub fn new(lon: f64, lat: f64) -> Result<Self, Invalid> {
        if !(-90.0..=90.0).contains(&lat) {
            return Err(Invalid::new("Latitude must be between -90 and 90 degrees."));
        }
        if !(-180.0..=180.0).contains(&lon) {
            return Err(Invalid::new(
                "Longitude must be between -180 and 180 degrees.",
            ));
        }
        Ok(Self { lon, lat })
    }

    /// Degrees east.
    pub const fn lon(self) -> f64 {
        self.lon
    }

    /// Degrees north.
    pub const fn lat(self) -> f64 {
        self.lat
    }
}

impl TryFrom<RawLonLat> for LonLat {
    type Error = Invalid;

    fn try_from(raw: RawLonLat) -> Result<Self, Invalid> {
        Self::new(raw.lon, raw.lat)
    }
}

/// A box between two meridians and two parallels, in degrees. It has an area and does not cross
/// the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "RawBBox")]
pub struct BBox {
    /// Western edge, degrees east.
    #[schema(minimum = -180, maximum = 180)]
    west: f64,
    /// Southern edge, degrees north.
    #[schema(minimum = -90, maximum = 90)]
    south: f64,
    /// Eastern edge, degrees east; greater than `west`.
    #[schema(minimum = -180, maximum = 180)]
    east: f64,
    /// Northern edge, degrees north; greater than `south`.
    #[schema(minimum = -90, maximum = 90)]
    north: f64,
}

#[derive(Deserialize)]
struct RawBBox {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

impl BBox {
    /// A box from its edges, in degrees.
    pub fn new(west: f64, south: f64, east: f64, north: f64) -> Result<Self, Invalid> {
        LonLat::new(west, south)?;
        LonLat::new(east, north)?;
        if west >= east {
            return Err(Invalid::new(
                "The western edge must lie west of the eastern edge.",
            ));
        }
        if south >= north {
            return Err(Invalid::new(
                "The southern edge must lie south of the northern edge.",
            ));
        }
        Ok(Self {
            west,
            south,
            east,
            north,
        })
    }

    /// Western edge, degrees east.
    pub const fn west(self) -> f64 {
        self.west
    }

    /// Southern edge, degrees north.
    pub const fn south(self) -> f64 {
        self.south
    }

    /// Eastern edge, degrees east.
    pub const fn east(self) -> f64 {
        self.east
    }

    /// Northern edge, degrees north.
    pub const fn north(self) -> f64 {
        self.north
    }

    /// The centre of the box.
    pub fn center(self) -> LonLat {
        // A point between two valid points is valid.
        LonLat {
            lon: f64::midpoint(self.west, self.east),
            lat: f64::midpoint(self.south, self.north),
        }
    }

    /// Whether the point lies inside or on the edge.
    pub fn contains(self, point: LonLat) -> bool {
        (self.west..=self.east).contains(&point.lon)
            && (self.south..=self.north).contains(&point.lat)
    }

    /// Estimated area in km²: 111.32 km per degree, longitude shortened by the cosine of the
    /// middle latitude (specification, point 9).
    pub fn area_km2(self) -> f64 {
        let height = (self.north - self.south) * KM_PER_DEGREE;
        let shortening = self.center().lat.to_radians().cos();
        (self.east - self.west) * KM_PER_DEGREE * shortening * height
    }
}

impl TryFrom<RawBBox> for BBox {
    type Error = Invalid;

    fn try_from(raw: RawBBox) -> Result<Self, Invalid> {
        Self::new(raw.west, raw.south, raw.east, raw.north)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn points_off_the_globe_are_refused() {
        for (lon, lat) in [
            (0.0, 90.01),
            (0.0, -91.0),
            (180.5, 0.0),
            (-181.0, 0.0),
            (f64::NAN, 0.0),
            (0.0, f64::NAN),
            (f64::INFINITY, 0.0),
        ] {
            assert!(LonLat::new(lon, lat).is_err(), "{lon} {lat}");
        }
        let error = serde_json::from_str::<LonLat>(r#"{"lon": 5, "lat": 95}"#).unwrap_err();
        assert!(error.to_string().starts_with("Latitude must be between"));
    }

    #[test]
    fn boxes_are_the_right_way_round() {
        assert!(BBox::new(-96.0, 29.0, -95.0, 30.0).is_ok());
        assert!(BBox::new(-95.0, 29.0, -96.0, 30.0).is_err());
        assert!(BBox::new(-96.0, 30.0, -95.0, 30.0).is_err());
    }

    #[test]
    fn the_area_is_the_one_of_the_specification() {
        // About 60 km by 60 km at the equator.
        let side = 60.0 / 111.32;
        let area = BBox::new(0.0, -side / 2.0, side, side / 2.0)
            .unwrap()
            .area_km2();
        assert!((area - 3600.0).abs() < 1e-6, "{area}");
        let north = BBox::new(0.0, 59.5, 1.0, 60.5).unwrap().area_km2();
        assert!((north - 111.32 * 111.32 * 0.5).abs() < 1e-6, "{north}");
    }

    proptest! {
        #[test]
        fn every_accepted_point_is_on_the_globe(lon in any::<f64>(), lat in any::<f64>()) {
            if let Ok(point) = LonLat::new(lon, lat) {
                prop_assert!(point.lon().abs() <= 180.0 && point.lat().abs() <= 90.0);
            }
        }

        #[test]
        fn a_box_contains_its_center(
            west in -180.0..179.0f64, south in -90.0..89.0f64, width in 0.001..1.0f64, height in 0.001..1.0f64,
        ) {
            let bbox = BBox::new(west, south, west + width, south + height).unwrap();
            prop_assert!(bbox.contains(bbox.center()));
            prop_assert!(bbox.area_km2() >= 0.0);
            let json = serde_json::to_string(&bbox).unwrap();
            let back: BBox = serde_json::from_str(&json).unwrap();
            prop_assert!((back.west() - bbox.west()).abs() < 1e-12, "{back:?} {bbox:?}");
            prop_assert!((back.north() - bbox.north()).abs() < 1e-12, "{back:?} {bbox:?}");
        }
    }
}
