//! Coordinate reference systems that requests may name (OGC API - Features, Part 2).
//!
//! Besides geographic coordinates and Web Mercator only Lambert conic systems: PostGIS can project any
//! feature to them. Coordinates of requests are converted here, so that PostGIS gets valid ones only.

use std::f64::consts::{FRAC_PI_4, PI};

use proj4rs::Proj;
use proj4rs::adaptors::transform_xy;

/// A coordinate reference system.
#[derive(Debug, PartialEq, Eq)]
pub struct Crs {
    pub(crate) uri: &'static str,
    /// EPSG number.
    pub(crate) srid: i32,
    pub(crate) axes: Axes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    LonLat,
    LatLon,
    /// East and north, in the system's units.
    Projected,
}

macro_rules! epsg {
    ($number:literal, $axes:ident) => {
        Crs {
            uri: concat!("http://www.opengis.net/def/crs/EPSG/0/", $number),
            srid: $number,
            axes: Axes::$axes,
        }
    };
}

/// Longitude and latitude: the default, and how features are stored.
pub static CRS84: &Crs = &ALL[0];

/// All, the default first.
pub static ALL: [Crs; 10] = [
    Crs {
        uri: "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
        srid: 4326,
        axes: Axes::LonLat,
    },
    epsg!(4326, LatLon),
    epsg!(3857, Projected),
    // NAD 83, Texas from north to south, feet.
    epsg!(2275, Projected),
    epsg!(2276, Projected),
    epsg!(2277, Projected),
    epsg!(2278, Projected),
    epsg!(2279, Projected),
    // NAD 83, North Carolina and Colorado Central, feet.
    epsg!(2264, Projected),
    epsg!(2232, Projected),
];

const WEB_MERCATOR: i32 = 3857;
/// Radius of Web Mercator, metres.
const RADIUS: f64 = 6_378_137.0;
/// Features are within these latitudes; Web Mercator has no poles.
const MAX_LATITUDE: f64 = 85.06;
/// Projected coordinates are within these, metres or feet; projections of larger ones mean nothing.
const MAX_PROJECTED: f64 = 1e9;

#[derive(Debug, thiserror::Error)]
pub enum CrsError {
    #[error("A coordinate is outside of the range of its coordinate reference system.")]
    Outside,
    #[error("The coordinate reference system is not available.")]
    Unavailable(#[source] proj4rs::errors::Error),
}

impl Crs {
    pub(crate) fn of_uri(uri: &str) -> Option<&'static Self> {
        ALL.iter().find(|crs| crs.uri == uri)
    }

    pub(crate) const fn is_geographic(&self) -> bool {
        !matches!(self.axes, Axes::Projected)
    }
}

/// Converts coordinates of a system to Web Mercator.
pub struct ToMercator {
    axes: Axes,
    /// From and to; none for geographic coordinates and Web Mercator.
    projections: Option<(Proj, Proj)>,
}

impl ToMercator {
    pub fn from(crs: &Crs) -> Result<Self, CrsError> {
        let is_simple = crs.is_geographic() || crs.srid == WEB_MERCATOR;
        let projections = if is_simple {
            None
        } else {
            let there = Proj::from_user_string(&format!("EPSG:{}", crs.srid));
            let here = Proj::from_proj_string("+proj=longlat +datum=WGS84 +no_defs");
            Some((
                there.map_err(CrsError::Unavailable)?,
                here.map_err(CrsError::Unavailable)?,
            ))
        };
        Ok(Self {
            axes: crs.axes,
            projections,
        })
    }

    pub fn convert(&self, (first, second): (f64, f64)) -> Result<(f64, f64), CrsError> {
        let (lon, lat) = match (self.axes, &self.projections) {
            (Axes::LonLat, _) => (first, second),
            (Axes::LatLon, _) => (second, first),
            (Axes::Projected, _) if first.abs() > MAX_PROJECTED || second.abs() > MAX_PROJECTED => {
                return Err(CrsError::Outside);
            }
            (Axes::Projected, None) => return Ok((first, second)),
            (Axes::Projected, Some((there, here))) => {
                let (lon, lat) = transform_xy(there, here, first, second)
                    .map_err(|_no_result: proj4rs::errors::Error| CrsError::Outside)?;
                (lon.to_degrees(), lat.to_degrees())
            }
        };
        mercator(lon, lat)
    }
}

fn mercator(lon: f64, lat: f64) -> Result<(f64, f64), CrsError> {
    let is_on_earth = (-180.0..=180.0).contains(&lon) && (-90.0..=90.0).contains(&lat);
    if !is_on_earth {
        return Err(CrsError::Outside);
    }
    let lat = lat.clamp(-MAX_LATITUDE, MAX_LATITUDE).to_radians();
    Ok((
        RADIUS * lon / 180.0 * PI,
        RADIUS * (FRAC_PI_4 + lat / 2.0).tan().ln(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(uri: &str, at: (f64, f64)) -> Result<(f64, f64), CrsError> {
        ToMercator::from(Crs::of_uri(uri).unwrap())?.convert(at)
    }

    #[test]
    fn axes_are_in_the_order_of_the_system() {
        let here = converted(ALL[0].uri, (-95.37, 29.76)).unwrap();
        assert_eq!(converted(ALL[1].uri, (29.76, -95.37)).unwrap(), here);
        assert_eq!(converted(ALL[2].uri, here).unwrap(), here);
        assert!((here.0 + 10_616_539.8).abs() < 0.1, "{here:?}");
    }

    #[test]
    fn every_system_is_known() {
        for crs in &ALL {
            assert!(ToMercator::from(crs).is_ok(), "{}", crs.uri);
        }
    }

    #[test]
    fn what_is_not_on_earth_is_refused() {
        for (uri, at) in [
            (ALL[0].uri, (-180.1, 0.0)),
            (ALL[0].uri, (0.0, 90.1)),
            (ALL[1].uri, (-95.0, 29.0)),
            (ALL[2].uri, (1e10, 0.0)),
            (ALL[5].uri, (f64::MAX, f64::MIN)),
        ] {
            assert!(converted(uri, at).is_err(), "{uri} {at:?}");
        }
        assert!(converted(ALL[0].uri, (180.0, -90.0)).is_ok());
    }
}
