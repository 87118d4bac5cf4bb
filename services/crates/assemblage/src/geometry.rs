//! Segments in metres, and an index of them by squares.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// A place in metres of a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
}

/// A closed line, whose last point is its first; the land is to its left.
pub type Ring = Vec<Point>;

/// Side of a square of the index, metres.
const SQUARE: f64 = 40.0;
/// Longer segments are cut.
const LONGEST: f64 = 80.0;

impl Point {
    /// The way from another point.
    pub(crate) fn from(self, other: Self) -> (f64, f64) {
        (self.x - other.x, self.y - other.y)
    }
}

/// A piece of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    /// Whose it is: a lot or a line.
    pub of: usize,
    pub a: Point,
    pub b: Point,
}

impl Segment {
    pub fn length(&self) -> f64 {
        let (x, y) = self.b.from(self.a);
        x.hypot(y)
    }

    pub fn at(&self, share: f64) -> Point {
        let (x, y) = self.b.from(self.a);
        Point {
            x: self.a.x + x * share,
            y: self.a.y + y * share,
        }
    }

    /// The unit vector to the right.
    pub fn right(&self) -> (f64, f64) {
        let (x, y) = self.b.from(self.a);
        let length = x.hypot(y);
        (y / length, -x / length)
    }

    /// The share of this segment, from and to, that is at most so far from another one. What is within a distance of a segment is
    /// convex, so it is one piece.
    pub fn near(&self, other: &Self, distance: f64) -> Option<(f64, f64)> {
        let mut piece: Option<(f64, f64)> = None;
        let mut add = |found: Option<(f64, f64)>| {
            if let Some((from, to)) = found {
                piece =
                    Some(piece.map_or((from, to), |(first, last)| (first.min(from), last.max(to))));
            }
        };
        add(self.beside(other, distance));
        add(self.around(other.a, distance));
        add(self.around(other.b, distance));
        piece.filter(|(from, to)| to > from)
    }

    /// Within the rectangle along the other segment.
    fn beside(&self, other: &Self, distance: f64) -> Option<(f64, f64)> {
        let (ux, uy) = other.b.from(other.a);
        let length = ux.hypot(uy);
        if length <= 0.0 {
            return None;
        }
        let (ux, uy) = (ux / length, uy / length);
        let (px, py) = self.a.from(other.a);
        let (dx, dy) = self.b.from(self.a);
        let mut piece = (0.0_f64, 1.0_f64);
        let along = (px * ux + py * uy, dx * ux + dy * uy, 0.0, length);
        let across = (ux * py - uy * px, ux * dy - uy * dx, -distance, distance);
        for (start, step, least, most) in [along, across] {
            if step.abs() < 1e-12 {
                if start < least || start > most {
                    return None;
                }
                continue;
            }
            let (one, two) = ((least - start) / step, (most - start) / step);
            piece = (piece.0.max(one.min(two)), piece.1.min(one.max(two)));
        }
        (piece.0 <= piece.1).then_some(piece)
    }

    /// Within a circle.
    fn around(&self, middle: Point, radius: f64) -> Option<(f64, f64)> {
        let (dx, dy) = self.b.from(self.a);
        let (px, py) = self.a.from(middle);
        let (a, b, c) = (
            dx * dx + dy * dy,
            px * dx + py * dy,
            px * px + py * py - radius * radius,
        );
        let root = b * b - a * c;
        if a <= 0.0 || root < 0.0 {
            return None;
        }
        let root = root.sqrt();
        let piece = (((-b - root) / a).max(0.0), ((-b + root) / a).min(1.0));
        (piece.0 <= piece.1).then_some(piece)
    }

    /// How far from the start of a ray of unit direction this segment crosses it.
    pub fn crossing(&self, start: Point, (ux, uy): (f64, f64)) -> Option<f64> {
        let (dx, dy) = self.b.from(self.a);
        let cross = ux * dy - uy * dx;
        if cross.abs() < 1e-12 {
            return None;
        }
        let (px, py) = self.a.from(start);
        let far = (px * dy - py * dx) / cross;
        let share = (px * uy - py * ux) / cross;
        (far >= 0.0 && (0.0..=1.0).contains(&share)).then_some(far)
    }
}

/// The segments of a line, none longer than some metres.
pub(crate) fn segments(of: usize, line: &[Point]) -> impl Iterator<Item = Segment> + '_ {
    line.windows(2).flat_map(move |ends| {
        let whole = Segment {
            of,
            a: ends[0],
            b: ends[1],
        };
        let length = whole.length();
        let pieces = (length / LONGEST).ceil().max(1.0);
        let count = if length > 1e-6 { pieces as u32 } else { 0 };
        (0..count).map(move |piece| Segment {
            of,
            a: whole.at(f64::from(piece) / pieces),
            b: whole.at(f64::from(piece + 1) / pieces),
        })
    })
}

/// Segments by squares.
#[derive(Debug, Default)]
pub(crate) struct Index {
    pub all: Vec<Segment>,
    /// Places of segments, those of a square beside each other.
    places: Vec<u32>,
    /// Where in `places` those of a square are.
    squares: HashMap<Square, Range<usize>, BuildHasherDefault<SquareHasher>>,
}

/// Column and row.
type Square = (i32, i32);

/// A hash of two numbers that nobody chooses: each step along a boundary looks at several squares, and the map's own hash takes most of
/// the time of that.
#[derive(Debug, Default)]
struct SquareHasher(u64);

impl Hasher for SquareHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_i32(i32::from(*byte));
        }
    }

    fn write_i32(&mut self, number: i32) {
        self.0 = (self.0.rotate_left(32) ^ u64::from(number.cast_unsigned()))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// The map takes the lowest and the highest bits; a product has its best in the middle and above.
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

impl Index {
    pub fn new(all: Vec<Segment>) -> Self {
        let pieces = (0_u32..).zip(&all);
        let mut sorted: Vec<(Square, u32)> = pieces
            .flat_map(|(place, piece)| {
                squares_of(piece.a, piece.b, 0.0).map(move |square| (square, place))
            })
            .collect();
        sorted.sort_unstable();
        let mut squares: HashMap<Square, Range<usize>, _> = HashMap::default();
        let mut first = 0;
        for same in sorted.chunk_by(|one, two| one.0 == two.0) {
            squares.insert(same[0].0, first..first + same.len());
            first += same.len();
        }
        Self {
            places: sorted.into_iter().map(|(_, place)| place).collect(),
            squares,
            all,
        }
    }

    /// The places of segments that may be within a distance of the box of two points, each once.
    pub fn near(&self, a: Point, b: Point, distance: f64, found: &mut Vec<u32>) {
        found.clear();
        for square in squares_of(a, b, distance) {
            if let Some(range) = self.squares.get(&square) {
                found.extend_from_slice(&self.places[range.clone()]);
            }
        }
        found.sort_unstable();
        found.dedup();
    }

    /// Whether any segment may be within a distance of the box of four points.
    pub fn has_near(&self, points: [Point; 4], distance: f64) -> bool {
        let [mut low, mut high] = [points[0]; 2];
        for point in points {
            low.x = low.x.min(point.x);
            low.y = low.y.min(point.y);
            high.x = high.x.max(point.x);
            high.y = high.y.max(point.y);
        }
        squares_of(low, high, distance).any(|square| self.squares.contains_key(&square))
    }
}

fn squares_of(a: Point, b: Point, margin: f64) -> impl Iterator<Item = Square> {
    let index = |metres: f64| (metres / SQUARE).floor() as i32;
    let columns = index(a.x.min(b.x) - margin)..=index(a.x.max(b.x) + margin);
    let rows = index(a.y.min(b.y) - margin)..=index(a.y.max(b.y) + margin);
    columns.flat_map(move |column| rows.clone().map(move |row| (column, row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(a: (f64, f64), b: (f64, f64)) -> Segment {
        let point = |(x, y)| Point { x, y };
        Segment {
            of: 0,
            a: point(a),
            b: point(b),
        }
    }

    #[test]
    fn the_part_near_another_segment_is_longer_by_the_distance_at_each_end() {
        let edge = segment((0.0, 0.0), (10.0, 0.0));
        let (from, to) = edge
            .near(&segment((4.0, 0.2), (6.0, 0.2)), 0.3)
            .unwrap_or_default();
        // At 0.2 m aside the circle of 0.3 m reaches 0.224 m further.
        assert!(
            (from - 0.3776).abs() < 1e-3 && (to - 0.6224).abs() < 1e-3,
            "{from} {to}"
        );
        assert_eq!(edge.near(&segment((4.0, 0.4), (6.0, 0.4)), 0.3), None);
        let corner = edge
            .near(&segment((10.0, 0.0), (10.0, 9.0)), 0.3)
            .unwrap_or_default();
        assert!((corner.0 - 0.97).abs() < 1e-9 && (corner.1 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_ray_meets_what_lies_before_it() {
        let wall = segment((-5.0, 8.0), (5.0, 8.0));
        let start = Point { x: 0.0, y: 0.0 };
        assert_eq!(wall.crossing(start, (0.0, 1.0)), Some(8.0));
        assert_eq!(wall.crossing(start, (0.0, -1.0)), None);
        assert_eq!(wall.crossing(Point { x: 6.0, y: 0.0 }, (0.0, 1.0)), None);
        assert_eq!(segment((0.0, 0.0), (0.0, 5.0)).right(), (1.0, 0.0));
    }
}
