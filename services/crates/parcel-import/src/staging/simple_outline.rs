//! Outlines that need no repair: one part without holes, in degrees of WGS 84 (of a projected file:
//! [`super::projection`]), whose validity is certain. Most parcels are like this, and PostGIS is not asked about them.
//!
//! Everything here is what PostGIS computes for the same outline. If rounding leaves any doubt, the
//! outline is not simple.

use geozero::{CoordDimensions, ToWkb as _, geojson::GeoJson};
use parcel_record::Shape;
use parcel_record::counties::Bounds;

use super::wkb::{MULTI_POLYGON, POLYGON, Point, head, number, points};

/// More vertices than this take longer to compare with each other than PostGIS takes.
const MAX_VERTICES: usize = 400;
/// Degrees that an outline may extend: its area is computed on a plane.
const MAX_EXTENT: f64 = 0.02;
/// Latitudes that Web Mercator shows, as `parcel_geometry` has it.
const MAX_LATITUDE: f64 = 85.06;
/// Square metres.
const ACRE: f64 = 4_046.856_422_4;
/// WGS 84: semi-major axis in metres, and the square of the eccentricity.
const AXIS: f64 = 6_378_137.0;
const ECCENTRICITY_2: f64 = 0.006_694_379_990_141_316;
/// Relative error of an orientation, from Shewchuk's 'Adaptive Precision Floating-Point Arithmetic'.
const ORIENTATION_ERROR: f64 = (3.0 + 8.0 * f64::EPSILON) * f64::EPSILON / 2.0;

const WITH_SRID: u32 = 0x2000_0000;

/// An outline that can be stored as it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SimpleOutline {
    ring: Vec<Point>,
    pub bounds: Bounds,
}

impl SimpleOutline {
    /// None if an outline of this ring, in degrees, is not simple, or if that is not certain.
    pub fn of(ring: Vec<Point>) -> Option<Self> {
        let bounds = bounds(&ring)?;
        let is_small =
            bounds.east - bounds.west < MAX_EXTENT && bounds.north - bounds.south < MAX_EXTENT;
        let is_shown =
            bounds.are_degrees() && bounds.south >= -MAX_LATITUDE && bounds.north <= MAX_LATITUDE;
        (is_small && is_shown && is_certainly_valid(&ring)).then_some(Self { ring, bounds })
    }

    /// As a `MultiPolygon`, in the form that PostGIS reads.
    pub fn ewkb(&self) -> Vec<u8> {
        self.projected(4_326, |vertex| vertex)
    }

    /// The same on the map, EPSG:3857.
    pub fn ewkb_on_map(&self) -> Vec<u8> {
        self.projected(3_857, on_map)
    }

    fn projected(&self, srid: u32, project: impl Fn(Point) -> Point) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(27 + self.ring.len() * 16);
        bytes.push(1);
        bytes.extend((MULTI_POLYGON | WITH_SRID).to_le_bytes());
        bytes.extend(srid.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.push(1);
        bytes.extend(POLYGON.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        // At most MAX_VERTICES.
        bytes.extend((self.ring.len() as u32).to_le_bytes());
        for vertex in &self.ring {
            let [x, y] = project(*vertex);
            bytes.extend(x.to_le_bytes());
            bytes.extend(y.to_le_bytes());
        }
        bytes
    }

    /// A point inside: the middle of the widest section at half height, as `ST_PointOnSurface` has
    /// it. The height is moved between two vertices, so that none lies on it.
    pub fn point_inside(&self) -> Point {
        let (mut low, mut high) = (self.bounds.south, self.bounds.north);
        let centre = f64::midpoint(low, high);
        for [_, y] in &self.ring {
            if *y <= centre {
                low = low.max(*y);
            } else {
                high = high.min(*y);
            }
        }
        let y = f64::midpoint(high, low);
        let mut crossings: Vec<f64> = self
            .ring
            .windows(2)
            .filter_map(|ends| crossing(ends[0], ends[1], y))
            .collect();
        crossings.sort_by(f64::total_cmp);
        let (mut widest, mut inside) = (0.0, self.ring[0]);
        for section in crossings.chunks_exact(2) {
            let width = section[1] - section[0];
            if width > widest {
                (widest, inside) = (width, [f64::midpoint(section[0], section[1]), y]);
            }
        }
        inside
    }

    /// Area in acres on WGS 84. On the plane that touches it in the middle: over [`MAX_EXTENT`] the
    /// difference is less than a ten-millionth.
    pub fn acres(&self) -> f64 {
        let (lon, lat) = self.bounds.middle();
        let ((sin_lon, cos_lon), (sin_lat, cos_lat)) =
            (lon.to_radians().sin_cos(), lat.to_radians().sin_cos());
        let middle = on_ellipsoid([lon, lat]);
        let mut doubled = 0.0;
        let mut previous: Option<Point> = None;
        for vertex in &self.ring {
            let [x, y, z] = on_ellipsoid(*vertex);
            let (x, y, z) = (x - middle[0], y - middle[1], z - middle[2]);
            let east = cos_lon * y - sin_lon * x;
            let north = cos_lat * z - sin_lat * (cos_lon * x + sin_lon * y);
            if let Some([last_east, last_north]) = previous {
                doubled += last_east * north - east * last_north;
            }
            previous = Some([east, north]);
        }
        doubled.abs() / 2.0 / ACRE
    }
}

/// Metres of EPSG:3857, by the formula that PROJ has.
fn on_map([lon, lat]: Point) -> Point {
    [
        AXIS * lon.to_radians(),
        AXIS * lat.to_radians().tan().asinh(),
    ]
}

/// Coordinates from the middle of the earth, metres.
fn on_ellipsoid([lon, lat]: Point) -> [f64; 3] {
    let ((sin_lon, cos_lon), (sin_lat, cos_lat)) =
        (lon.to_radians().sin_cos(), lat.to_radians().sin_cos());
    let normal = AXIS / (1.0 - ECCENTRICITY_2 * sin_lat * sin_lat).sqrt();
    [
        normal * cos_lat * cos_lon,
        normal * cos_lat * sin_lon,
        normal * (1.0 - ECCENTRICITY_2) * sin_lat,
    ]
}

/// Where an edge crosses the height; an end that lies on it counts if the other is above.
fn crossing([x0, y0]: Point, [x1, y1]: Point, y: f64) -> Option<f64> {
    if (y0 > y) == (y1 > y) {
        return None;
    }
    // Of a vertical edge infinite.
    let slope = (y1 - y0) / (x1 - x0);
    Some(x0 + (y - y0) / slope)
}

/// The ring of a shape that has no other, in the coordinates of its file. None if there are more, or too many vertices.
pub(super) fn only_ring(shape: &Shape) -> Option<Vec<Point>> {
    match shape {
        Shape::Wkb(bytes) => ring(bytes),
        // A coordinate system of its own.
        Shape::GeoJson(text) if text.contains("\"crs\"") => None,
        Shape::GeoJson(text) => ring(&GeoJson(text.as_str()).to_wkb(CoordDimensions::xy()).ok()?),
        Shape::Wkt(_) | Shape::Point { .. } => None,
    }
}

fn ring(bytes: &[u8]) -> Option<Vec<Point>> {
    let mut rest = bytes;
    let mut kind = head(&mut rest)?;
    if kind == MULTI_POLYGON && number(&mut rest)? == 1 {
        kind = head(&mut rest)?;
    }
    if kind != POLYGON || number(&mut rest)? != 1 {
        return None;
    }
    let count = number(&mut rest)? as usize;
    if !(4..=MAX_VERTICES).contains(&count) {
        return None;
    }
    let ring = points(rest, count)?;
    (ring.first() == ring.last()).then_some(ring)
}

/// None if a coordinate is not finite.
fn bounds(ring: &[Point]) -> Option<Bounds> {
    let point = |[x, y]: Point| Bounds {
        west: x,
        south: y,
        east: x,
        north: y,
    };
    let is_finite = ring.iter().flatten().all(|value| value.is_finite());
    let mut all = point(*ring.first().filter(|_| is_finite)?);
    for place in ring {
        all = all.joined(&point(*place));
    }
    Some(all)
}

/// Whether the ring does not touch or cross itself. False also if rounding leaves it open.
fn is_certainly_valid(ring: &[Point]) -> bool {
    let mut corners: Vec<Point> = ring.to_vec();
    corners.dedup();
    corners.pop();
    let count = corners.len();
    if count < 3 {
        return false;
    }
    let corner = |index: usize| corners[index % count];
    let goes_on = (0..count).all(|index| {
        let (a, b, c) = (corner(index), corner(index + 1), corner(index + 2));
        orientation(a, b, c).is_some()
            || (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) > 0.0
    });
    let edge = |index: usize| (corner(index), corner(index + 1));
    goes_on
        && (0..count).all(|first| {
            // Neighbours share a corner: these were compared.
            let end = if first == 0 { count - 1 } else { count };
            (first + 2..end).all(|second| are_certainly_apart(edge(first), edge(second)))
        })
}

fn are_certainly_apart((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let apart = |axis: usize| {
        a[axis].max(b[axis]) < c[axis].min(d[axis]) || c[axis].max(d[axis]) < a[axis].min(b[axis])
    };
    let same_side = |first: Option<bool>, second: Option<bool>| first.is_some() && first == second;
    apart(0)
        || apart(1)
        || same_side(orientation(a, b, c), orientation(a, b, d))
        || same_side(orientation(c, d, a), orientation(c, d, b))
}

/// Whether c is left of the line from a to b; none if that is not certain.
fn orientation(a: Point, b: Point, c: Point) -> Option<bool> {
    let left = (b[0] - a[0]) * (c[1] - a[1]);
    let right = (b[1] - a[1]) * (c[0] - a[0]);
    let difference = left - right;
    (difference.abs() > (left.abs() + right.abs()) * ORIENTATION_ERROR).then_some(difference > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn outline(ring: &[Point]) -> Option<SimpleOutline> {
        of(&Shape::GeoJson(
            json!({ "type": "Polygon", "coordinates": [ring] }).to_string(),
        ))
    }

    fn of(shape: &Shape) -> Option<SimpleOutline> {
        only_ring(shape).and_then(SimpleOutline::of)
    }

    #[test]
    fn one_ring_that_does_not_touch_itself_is_simple() {
        let square = [
            [-82.0, 35.0],
            [-81.999, 35.0],
            [-81.999, 35.001],
            [-82.0, 35.001],
            [-82.0, 35.0],
        ];
        let found = outline(&square).unwrap();
        assert_eq!(format!("{:?}", found.point_inside()), "[-81.9995, 35.0005]");
        // ST_Area(geography).
        assert!((found.acres() - 2.502_560_051_26).abs() < 1e-9);
        let again = of(&Shape::Wkb(
            GeoJson(&json!({ "type": "MultiPolygon", "coordinates": [[square]] }).to_string())
                .to_wkb(CoordDimensions::xy())
                .unwrap(),
        ));
        assert_eq!(again.as_ref(), Some(&found));
        assert_eq!(found.ewkb().len(), 9 + 4 + 9 + 4 + 5 * 16);
        assert_eq!(found.ewkb_on_map().len(), found.ewkb().len());
        // ST_Transform.
        let [x, y] = on_map([-81.999, 35.001]);
        assert!((x + 9_128_086.925_558).abs() < 2e-6 && (y - 4_164_017.040_900).abs() < 2e-6);
    }

    #[test]
    fn what_may_be_invalid_is_not_simple() {
        let (west, south) = (-82.0, 35.0);
        let ring = |corners: &[Point]| {
            let mut ring: Vec<Point> = corners
                .iter()
                .map(|[x, y]| [west + x * 0.001, south + y * 0.001])
                .collect();
            ring.push(ring[0]);
            outline(&ring).is_some()
        };
        assert!(ring(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]));
        assert!(ring(&[[0.0, 0.0], [0.5, 0.0], [1.0, 0.0], [1.0, 1.0]]));
        for corners in [
            // Crosses itself; touches itself; goes back on its line; is a line; has two corners.
            &[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]][..],
            &[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.0], [0.0, 2.0]],
            &[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 1.0]],
            &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]],
            &[[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]],
        ] {
            assert!(!ring(corners), "{corners:?}");
        }
    }

    #[test]
    fn holes_parts_and_large_outlines_are_not_simple() {
        let square = |x: f64, side: f64| {
            vec![
                [x, 35.0],
                [x + side, 35.0],
                [x + side, 35.0 + side],
                [x, 35.0 + side],
                [x, 35.0],
            ]
        };
        let of = |shape: serde_json::Value| of(&Shape::GeoJson(shape.to_string()));
        let (small, next) = (square(-82.0, 0.001), square(-81.0, 0.001));
        assert!(of(json!({ "type": "MultiPolygon", "coordinates": [[small]] })).is_some());
        assert!(of(json!({ "type": "MultiPolygon", "coordinates": [[small], [next]] })).is_none());
        assert!(of(json!({ "type": "Polygon", "coordinates": [small, next] })).is_none());
        assert!(outline(&square(-82.0, 0.03)).is_none());
        assert!(outline(&square(-200.0, 0.001)).is_none());
        assert_eq!(only_ring(&Shape::Wkb(vec![1, 3, 0])), None);
    }
}
