//! Plane geometry in metres around the sample city's centre.
//!
//! Lots are laid out in a plane and converted to degrees by one linear step at the end, which
//! preserves shared edges and disjointness. Only convex shapes occur, so holes and concave polygons
//! are not supported.

use std::collections::HashMap;
use std::ops::{Add, Mul, Sub};

/// Degrees of the plane's origin: the middle of downtown Houston.
pub const ORIGIN_LON: f64 = -95.3698;
/// Degrees of the plane's origin.
pub const ORIGIN_LAT: f64 = 29.7604;
/// Metres in a degree of latitude.
pub const METRES_PER_DEGREE: f64 = 111_320.0;

/// A point or a vector: metres east and metres north.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
}

/// Shorthand for a [`Point`].
pub const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        point(self.x * factor, self.y * factor)
    }
}

impl Point {
    /// Scalar product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Length of the cross product: positive when `other` lies to the left.
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Length in metres.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Degrees of longitude and latitude, to 7 decimals (a centimetre).
    pub fn degrees(self) -> (f64, f64) {
        self.degrees_around((ORIGIN_LON, ORIGIN_LAT))
    }

    /// The same on the plane around another origin: longitude and latitude.
    pub fn degrees_around(self, (origin_lon, origin_lat): (f64, f64)) -> (f64, f64) {
        let lon = origin_lon + self.x / (METRES_PER_DEGREE * origin_lat.to_radians().cos());
        let lat = origin_lat + self.y / METRES_PER_DEGREE;
        ((lon * 1e7).round() / 1e7, (lat * 1e7).round() / 1e7)
    }
}

/// Area of a polygon, square metres.
pub fn area(polygon: &[Point]) -> f64 {
    edges(polygon).map(|(a, b)| a.cross(b)).sum::<f64>().abs() / 2.0
}

/// Mean of the corners; inside, because the polygon is convex.
pub fn middle(polygon: &[Point]) -> Point {
    let sum = polygon.iter().fold(point(0.0, 0.0), |sum, &p| sum + p);
    sum * (1.0 / polygon.len() as f64)
}

/// Clips `polygon` to the left of the line from `a` to `b`.
pub fn clip_left_of(polygon: &[Point], a: Point, b: Point) -> Vec<Point> {
    let side = |p: Point| (b - a).cross(p - a);
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (from, to) in edges(polygon) {
        let (here, there) = (side(from), side(to));
        if here >= 0.0 {
            kept.push(from);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            kept.push(from + (to - from) * (here / (here - there)));
        }
    }
    kept
}

/// Intersection of two convex polygons; `window` is counter-clockwise.
pub fn intersection(polygon: &[Point], window: &[Point]) -> Vec<Point> {
    let mut rest = polygon.to_vec();
    for (a, b) in edges(window) {
        rest = clip_left_of(&rest, a, b);
        if rest.len() < 3 {
            return Vec::new();
        }
    }
    rest
}

/// The part of a segment within a convex polygon, which is counter-clockwise.
pub fn part_within((from, to): (Point, Point), window: &[Point]) -> Option<(Point, Point)> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (a, b) in edges(window) {
        let side = |p: Point| (b - a).cross(p - a);
        let (here, there) = (side(from), side(to));
        if here < 0.0 && there < 0.0 {
            return None;
        }
        if here < 0.0 {
            first = first.max(here / (here - there));
        } else if there < 0.0 {
            last = last.min(here / (here - there));
        }
    }
    let at = |share: f64| from + (to - from) * share;
    (first < last).then(|| (at(first), at(last)))
}

/// Spatial index of polylines, by squares, for distance queries.
#[derive(Debug, Default)]
pub struct Lines(HashMap<(i32, i32), Vec<(Point, Point)>>);

/// Side of a square, metres. Distances up to this are exact, longer ones may be infinite.
const SQUARE: f64 = 400.0;

impl Lines {
    /// Indexes these polylines.
    pub fn new(lines: &[Vec<Point>]) -> Self {
        let mut squares: HashMap<_, Vec<_>> = HashMap::new();
        for ends in lines.iter().flat_map(|line| line.windows(2)) {
            let (a, b) = (square(ends[0]), square(ends[1]));
            for x in a.0.min(b.0) - 1..=a.0.max(b.0) + 1 {
                for y in a.1.min(b.1) - 1..=a.1.max(b.1) + 1 {
                    squares.entry((x, y)).or_default().push((ends[0], ends[1]));
                }
            }
        }
        Self(squares)
    }

    /// Distance to the nearest corner, edge midpoint or centre of `polygon`, metres.
    pub fn clearance(&self, polygon: &[Point]) -> f64 {
        let centre = middle(polygon);
        let Some(near) = self.0.get(&square(centre)) else {
            return f64::INFINITY;
        };
        let mut least = f64::INFINITY;
        for (a, b) in edges(polygon) {
            for p in [a, (a + b) * 0.5, centre] {
                for (from, to) in near {
                    least = least.min(distance(p, *from, *to));
                }
            }
        }
        least
    }
}

fn square(p: Point) -> (i32, i32) {
    ((p.x / SQUARE).floor() as i32, (p.y / SQUARE).floor() as i32)
}

/// Metres from `p` to a line from `a` to `b`.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let along = b - a;
    let t = ((p - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
    (a + along * t - p).length()
}

/// The sides of a polygon, the closing one included.
pub fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().copied().zip(next.copied())
}

/// A rotated coordinate frame: `u` along the streets, `v` across them.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    origin: Point,
    u: Point,
    v: Point,
}

impl Frame {
    /// A frame turned counter-clockwise by `degrees`.
    pub fn new(origin: Point, degrees: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self {
            origin,
            u: point(cos, sin),
            v: point(-sin, cos),
        }
    }

    /// A place of the plane from metres along and across.
    pub fn place(&self, along: f64, across: f64) -> Point {
        self.origin + self.u * along + self.v * across
    }

    /// Metres along and across of a place of the plane.
    pub fn locate(&self, p: Point) -> (f64, f64) {
        let from_origin = p - self.origin;
        (from_origin.dot(self.u), from_origin.dot(self.v))
    }

    /// A rectangle, counter-clockwise.
    pub fn rectangle(&self, u: (f64, f64), v: (f64, f64)) -> Vec<Point> {
        vec![
            self.place(u.0, v.0),
            self.place(u.1, v.0),
            self.place(u.1, v.1),
            self.place(u.0, v.1),
        ]
    }
}
