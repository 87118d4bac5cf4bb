//! Lines and rings in the plane of the map: the world is a square from 0 to 1, east and south.

/// A place of the plane.
pub type Place = (f64, f64);

/// A place of longitude and latitude in degrees. Latitudes end where the map does.
pub fn place((lon, lat): (f64, f64)) -> Place {
    let sine = lat.clamp(-85.051_128, 85.051_128).to_radians().sin();
    let south = 0.5 - ((1.0 + sine) / (1.0 - sine)).ln() / (4.0 * std::f64::consts::PI);
    (lon / 360.0 + 0.5, south)
}

/// A rectangle: west, north, east, south.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Least east.
    pub west: f64,
    /// Least south.
    pub north: f64,
    /// Greatest east.
    pub east: f64,
    /// Greatest south.
    pub south: f64,
}

impl Frame {
    /// The place is inside; of two frames that touch, the eastern and the southern one have their border.
    pub fn holds(&self, (x, y): Place) -> bool {
        x >= self.west && x < self.east && y >= self.north && y < self.south
    }

    /// The part of a ring without its closing corner; fewer than three corners if there is none.
    pub fn ring(&self, ring: &[Place]) -> Vec<Place> {
        let west = half(ring, |p| p.0 - self.west);
        let east = half(&west, |p| self.east - p.0);
        let north = half(&east, |p| p.1 - self.north);
        half(&north, |p| self.south - p.1)
    }

    /// The parts of a line.
    pub fn line(&self, line: &[Place]) -> Vec<Vec<Place>> {
        let mut parts: Vec<Vec<Place>> = Vec::new();
        for ends in line.windows(2) {
            let Some((from, to)) = self.segment(ends[0], ends[1]) else {
                continue;
            };
            match parts.last_mut() {
                Some(part) if part.last() == Some(&from) => part.push(to),
                _ => parts.push(vec![from, to]),
            }
        }
        parts
    }

    fn segment(&self, from: Place, to: Place) -> Option<(Place, Place)> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for (step, room) in [
            (-dx, from.0 - self.west),
            (dx, self.east - from.0),
            (-dy, from.1 - self.north),
            (dy, self.south - from.1),
        ] {
            if step == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if step < 0.0 {
                first = first.max(room / step);
            } else {
                last = last.min(room / step);
            }
        }
        let at = |share: f64| (from.0 + dx * share, from.1 + dy * share);
        // The corners themselves, so that consecutive parts join.
        let begin = if first <= 0.0 { from } else { at(first) };
        let end = if last >= 1.0 { to } else { at(last) };
        (first <= last).then_some((begin, end))
    }
}

/// The part of a ring where `depth` is not negative (Sutherland and Hodgman).
fn half(ring: &[Place], depth: impl Fn(Place) -> f64) -> Vec<Place> {
    let mut kept = Vec::with_capacity(ring.len() + 4);
    let before = ring.iter().cycle().skip(ring.len().saturating_sub(1));
    for (&from, &to) in before.zip(ring) {
        let (here, there) = (depth(from), depth(to));
        if (here < 0.0) != (there < 0.0) {
            let share = here / (here - there);
            kept.push((
                from.0 + (to.0 - from.0) * share,
                from.1 + (to.1 - from.1) * share,
            ));
        }
        if there >= 0.0 {
            kept.push(to);
        }
    }
    kept
}

/// Twice the signed area of a ring: positive if it is clockwise on the map.
pub fn turn(ring: &[Place]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
        .sum()
}

/// A line without corners that are closer than `least` to the rest (Douglas and Peucker).
pub fn simpler(line: &[Place], least: f64) -> Vec<Place> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let mut kept = vec![false; line.len()];
    kept[0] = true;
    kept[line.len() - 1] = true;
    let mut open = vec![(0, line.len() - 1)];
    while let Some((first, last)) = open.pop() {
        let (from, to) = (line[first], line[last]);
        let farthest = (first + 1..last)
            .map(|at| (at, distance(line[at], from, to)))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((at, far)) = farthest
            && far > least
        {
            kept[at] = true;
            open.extend([(first, at), (at, last)]);
        }
    }
    line.iter()
        .zip(kept)
        .filter_map(|(&place, keep)| keep.then_some(place))
        .collect()
}

/// A ring without such corners. It is cut at its two places that are farthest apart along it.
pub fn simpler_ring(ring: &[Place], least: f64) -> Vec<Place> {
    let Some(&start) = ring.first() else {
        return Vec::new();
    };
    let farthest = (0..ring.len())
        .max_by(|&a, &b| length(ring[a], start).total_cmp(&length(ring[b], start)))
        .unwrap_or(0);
    let mut there = simpler(&ring[..=farthest], least);
    let back: Vec<Place> = ring[farthest..].iter().copied().chain([start]).collect();
    let back = simpler(&back, least);
    there.extend(&back[1..back.len().max(2) - 1]);
    there
}

fn length(a: Place, b: Place) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Distance of a place from a segment.
fn distance(place: Place, from: Place, to: Place) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let square = dx * dx + dy * dy;
    if square == 0.0 {
        return length(place, from);
    }
    let share = (((place.0 - from.0) * dx + (place.1 - from.1) * dy) / square).clamp(0.0, 1.0);
    length(place, (from.0 + dx * share, from.1 + dy * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Frame = Frame {
        west: 0.0,
        north: 0.0,
        east: 1.0,
        south: 1.0,
    };

    #[test]
    fn the_middle_of_the_map_is_the_equator_at_greenwich() {
        let (x, y) = place((0.0, 0.0));
        assert!((x - 0.5).abs() < 1e-12 && (y - 0.5).abs() < 1e-12);
        assert!(place((-180.0, 90.0)).1.abs() < 1e-6);
    }

    #[test]
    fn a_ring_around_the_frame_becomes_the_frame() {
        let around = [(-1.0, -1.0), (2.0, -1.0), (2.0, 2.0), (-1.0, 2.0)];
        let part = UNIT.ring(&around);
        assert_eq!(part.len(), 4);
        assert!((turn(&part) - 2.0).abs() < 1e-12);
        assert!(UNIT.ring(&[(2.0, 2.0), (3.0, 2.0), (3.0, 3.0)]).is_empty());
    }

    #[test]
    fn a_line_that_leaves_and_returns_has_two_parts() {
        let line = [(0.5, 0.5), (0.5, -0.5), (0.8, -0.5), (0.8, 0.5), (0.9, 0.5)];
        let parts = UNIT.line(&line);
        assert_eq!(
            parts,
            [
                vec![(0.5, 0.5), (0.5, 0.0)],
                vec![(0.8, 0.0), (0.8, 0.5), (0.9, 0.5)]
            ]
        );
    }

    #[test]
    fn simplifying_keeps_corners_and_drops_what_is_nearly_straight() {
        let square = [(0.0, 0.0), (0.5, 0.001), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        assert_eq!(
            simpler_ring(&square, 0.01),
            [square[0], square[2], square[3], square[4]]
        );
        assert_eq!(simpler(&[(0.0, 0.0), (1.0, 0.0)], 1.0).len(), 2);
    }
}
