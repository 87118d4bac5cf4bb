//! Areas that features are compared with, as well-known text in Web Mercator.

use std::fmt::Write as _;

use crate::cql2::Geometry;
use crate::crs::{Crs, CrsError, ToMercator};

/// Points on each side of a box in a projected system, whose sides are curves in another.
const POINTS_A_SIDE: usize = 16;

/// A geometry in Web Mercator. Its text contains our own words and finite numbers only.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    wkt: String,
    /// Least and greatest northing.
    south: f64,
    north: f64,
}

/// Radius of the sphere of Web Mercator, metres.
const RADIUS: f64 = 6_378_137.0;

#[derive(Debug, thiserror::Error)]
pub enum RegionError {
    #[error(transparent)]
    Crs(#[from] CrsError),
    #[error("A box has its lower left corner first, then the upper right.")]
    Corners,
}

impl Region {
    pub fn of(geometry: &Geometry, crs: &'static Crs) -> Result<Self, RegionError> {
        let to_mercator = ToMercator::from(crs)?;
        let mut region = Self {
            wkt: String::new(),
            south: f64::INFINITY,
            north: f64::NEG_INFINITY,
        };
        Writer {
            crs,
            to_mercator: &to_mercator,
            region: &mut region,
        }
        .geometry(geometry)?;
        Ok(region)
    }

    /// A box: two corners, in the system's order of axes.
    pub fn of_bbox(bbox: [f64; 4], crs: &'static Crs) -> Result<Self, RegionError> {
        Self::of(&Geometry::Bbox(bbox), crs)
    }

    pub fn wkt(&self) -> &str {
        &self.wkt
    }

    /// Units of Web Mercator in a metre at its middle.
    pub fn scale(&self) -> f64 {
        (f64::midpoint(self.south, self.north) / RADIUS).cosh()
    }
}

struct Writer<'a> {
    crs: &'static Crs,
    to_mercator: &'a ToMercator,
    region: &'a mut Region,
}

type Written = Result<(), RegionError>;
type Position = (f64, f64);

impl Writer<'_> {
    fn geometry(&mut self, geometry: &Geometry) -> Written {
        match geometry {
            Geometry::Point(at) => {
                self.region.wkt.push_str("POINT");
                self.positions(std::slice::from_ref(at))
            }
            Geometry::LineString(line) => {
                self.region.wkt.push_str("LINESTRING");
                self.positions(line)
            }
            Geometry::Polygon(rings) => {
                self.region.wkt.push_str("POLYGON");
                self.listed(rings, |writer, ring| writer.positions(ring))
            }
            Geometry::MultiPoint(points) => {
                self.region.wkt.push_str("MULTIPOINT");
                self.positions(points)
            }
            Geometry::MultiLineString(lines) => {
                self.region.wkt.push_str("MULTILINESTRING");
                self.listed(lines, |writer, line| writer.positions(line))
            }
            Geometry::MultiPolygon(polygons) => {
                self.region.wkt.push_str("MULTIPOLYGON");
                self.listed(polygons, |writer, rings| {
                    writer.listed(rings, |writer, ring| writer.positions(ring))
                })
            }
            Geometry::Collection(parts) => {
                self.region.wkt.push_str("GEOMETRYCOLLECTION");
                self.listed(parts, Self::geometry)
            }
            Geometry::Bbox(bbox) => {
                let rings = rings_of(*bbox, self.crs)?;
                self.region.wkt.push_str("MULTIPOLYGON");
                self.listed(&rings, |writer, ring| {
                    writer.listed(std::slice::from_ref(ring), |writer, ring| {
                        writer.positions(ring)
                    })
                })
            }
        }
    }

    fn listed<T>(&mut self, all: &[T], write: impl Fn(&mut Self, &T) -> Written) -> Written {
        for (index, one) in all.iter().enumerate() {
            self.region.wkt.push(if index == 0 { '(' } else { ',' });
            write(self, one)?;
        }
        self.region.wkt.push(')');
        Ok(())
    }

    fn positions(&mut self, all: &[Position]) -> Written {
        self.listed(all, |writer, at| {
            let (x, y) = writer.to_mercator.convert(*at)?;
            writer.region.south = writer.region.south.min(y);
            writer.region.north = writer.region.north.max(y);
            // Writing to a String cannot fail.
            let _ = write!(writer.region.wkt, "{x} {y}");
            Ok(())
        })
    }
}

/// The outline of a box; two when it crosses the antimeridian.
fn rings_of([x0, y0, x1, y1]: [f64; 4], crs: &Crs) -> Result<Vec<Vec<Position>>, RegionError> {
    use crate::crs::Axes;

    if crs.axes == Axes::Projected {
        if x0 > x1 || y0 > y1 {
            return Err(RegionError::Corners);
        }
        return Ok(vec![dense_ring(x0, y0, x1, y1)]);
    }
    // The same for both orders of the axes, except that longitude may wrap.
    let (west, south, east, north) = match crs.axes {
        Axes::LatLon => (y0, x0, y1, x1),
        Axes::LonLat | Axes::Projected => (x0, y0, x1, y1),
    };
    if south > north {
        return Err(RegionError::Corners);
    }
    let spans = if west <= east {
        vec![(west, east)]
    } else {
        vec![(west, 180.0), (-180.0, east)]
    };
    let ring = |(west, east): (f64, f64)| {
        let corners = [
            (west, south),
            (east, south),
            (east, north),
            (west, north),
            (west, south),
        ];
        corners
            .map(|(lon, lat)| match crs.axes {
                Axes::LatLon => (lat, lon),
                Axes::LonLat | Axes::Projected => (lon, lat),
            })
            .to_vec()
    };
    Ok(spans.into_iter().map(ring).collect())
}

fn dense_ring(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Position> {
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)];
    let mut ring: Vec<Position> = corners
        .windows(2)
        .flat_map(|side| {
            let ((ax, ay), (bx, by)) = (side[0], side[1]);
            (0..POINTS_A_SIDE).map(move |step| {
                let share = step as f64 / POINTS_A_SIDE as f64;
                (ax + (bx - ax) * share, ay + (by - ay) * share)
            })
        })
        .collect();
    ring.push((x0, y0));
    ring
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crs::ALL;

    #[test]
    fn a_box_beyond_the_antimeridian_has_two_parts() {
        let one = Region::of_bbox([170.0, -10.0, 180.0, 10.0], &ALL[0]).unwrap();
        let two = Region::of_bbox([170.0, -10.0, -170.0, 10.0], &ALL[0]).unwrap();
        assert_eq!(one.wkt().matches("((").count(), 1);
        assert_eq!(two.wkt().matches(")),((").count(), 1, "{}", two.wkt());
        let swapped = Region::of_bbox([-10.0, 170.0, 10.0, -170.0], &ALL[1]).unwrap();
        assert_eq!(swapped, two);
    }

    #[test]
    fn a_metre_is_longer_in_the_north() {
        let at = |lat: f64| Region::of(&Geometry::Point((-95.0, lat)), &ALL[0]).unwrap();
        assert!((at(0.0).scale() - 1.0).abs() < 1e-9);
        assert!((at(60.0).scale() - 2.0).abs() < 1e-6);
    }

    #[test]
    fn corners_must_be_in_order() {
        assert!(Region::of_bbox([0.0, 10.0, 1.0, 5.0], &ALL[0]).is_err());
        assert!(Region::of_bbox([5.0, 0.0, 1.0, 1.0], &ALL[2]).is_err());
        assert!(Region::of_bbox([0.0, 0.0, 0.0, 0.0], &ALL[2]).is_ok());
    }
}
