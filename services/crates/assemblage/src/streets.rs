//! Frontage, and lots that face each other across a street.

use std::collections::BTreeMap;

use crate::geometry::{Index, Point, Segment, segments};

/// What a line is for lots on both sides of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoadKind {
    /// A street that a site may lie on both sides of.
    Local,
    /// A main road: frontage, but no site lies on both sides of it.
    Main,
    /// A motorway, a railway or a river: neither.
    Barrier,
}

/// The middle of a road, or a line that separates.
#[derive(Debug, Clone)]
pub struct Road {
    /// What it is.
    pub kind: RoadKind,
    /// Its name, if known.
    pub name: Option<String>,
    /// Metres.
    pub line: Vec<Point>,
}

/// The land that a lot has along streets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Frontage {
    /// Metres along each street, by its name, if known, and the place of the lot across it, if there is one.
    pub along: BTreeMap<(Option<String>, Option<usize>), f64>,
}

/// Distance between places of a boundary that look for a street, metres.
const STEP: f64 = 2.5;
/// A street's middle is at most so far from the land along it, metres.
const REACH: f64 = 30.0;
/// Places along a boundary are computed by shares of it, metres.
const ROUNDING: f64 = 0.01;

/// Roads and other lines by squares.
#[derive(Debug)]
pub struct Lines {
    index: Index,
    roads: Vec<(RoadKind, Option<String>)>,
}

/// What is opposite of a place of a boundary.
pub(crate) struct Opposite {
    pub lot: usize,
    pub gap: f64,
}

impl Lines {
    /// Of these roads.
    pub fn new(roads: Vec<Road>) -> Self {
        let pieces = roads.iter().enumerate();
        let pieces = pieces.flat_map(|(place, road)| segments(place, &road.line));
        let index = Index::new(pieces.collect());
        let roads = roads.into_iter().map(|road| (road.kind, road.name));
        Self {
            index,
            roads: roads.collect(),
        }
    }

    /// Looks from the open part of a boundary, shares from and to, across to what is opposite. Frontage is counted; lots across a
    /// local street are given with the length that faces them.
    pub(crate) fn look(
        &self,
        lots: &Index,
        side: &Segment,
        (from, to): (f64, f64),
        widest: f64,
        frontage: &mut Frontage,
        mut facing: impl FnMut(Opposite, f64),
    ) {
        let direction = side.right();
        let beyond = |place: Point| Point {
            x: place.x + direction.0 * widest,
            y: place.y + direction.1 * widest,
        };
        let (first, last) = (side.at(from), side.at(to));
        let strip = [first, last, beyond(first), beyond(last)];
        // Most boundaries are along no road at all.
        if !self.index.has_near(strip, ROUNDING) {
            return;
        }
        let length = side.length() * (to - from);
        let steps = (length / STEP).ceil().max(1.0);
        let share = length / steps;
        let mut near = Vec::new();
        for step in 0..steps as u32 {
            let place = side.at(from + (to - from) * (f64::from(step) + 0.5) / steps);
            let end = beyond(place);
            self.index.near(place, end, 0.0, &mut near);
            let mut crossed: Vec<(f64, usize)> = near
                .iter()
                .map(|at| &self.index.all[*at as usize])
                .filter_map(|line| Some((line.crossing(place, direction)?, line.of)))
                .collect();
            crossed.sort_by(|one, two| one.0.total_cmp(&two.0));
            let street = crossed
                .first()
                .filter(|(far, road)| *far <= REACH && self.roads[*road].0 != RoadKind::Barrier);
            let Some((first, road)) = street else {
                continue;
            };
            lots.near(place, end, 0.0, &mut near);
            let lot = near
                .iter()
                .map(|at| &lots.all[*at as usize])
                // A millimetre away: the boundary itself.
                .filter_map(|other| Some((other.crossing(place, direction)?, other.of)))
                .filter(|(far, _)| *far > 0.001)
                .min_by(|one, two| one.0.total_cmp(&two.0));
            let open = lot.map_or(widest, |(far, _)| far);
            // A road behind the lot.
            if *first > open {
                continue;
            }
            let across = lot.filter(|(_, lot)| *lot != side.of);
            let street = (self.roads[*road].1.clone(), across.map(|(_, lot)| lot));
            *frontage.along.entry(street).or_default() += share;
            let local = crossed
                .iter()
                .take_while(|(far, _)| *far <= open)
                .all(|(_, road)| self.roads[*road].0 == RoadKind::Local);
            if let Some((gap, lot)) = across.filter(|_| local) {
                facing(Opposite { lot, gap }, share);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDEST: f64 = 40.0;

    /// What is opposite of each place, and the frontage, without what leaves out most of the places.
    fn of_every_place(lines: &Lines, lots: &Index, side: &Segment) -> Seen {
        let steps = (side.length() / STEP).ceil().max(1.0);
        let share = side.length() / steps;
        let direction = side.right();
        let (mut frontage, mut facing) = (Frontage::default(), Vec::new());
        for step in 0..steps as u32 {
            let place = side.at((f64::from(step) + 0.5) / steps);
            let end = Point {
                x: place.x + direction.0 * WIDEST,
                y: place.y + direction.1 * WIDEST,
            };
            let crossed = |index: &Index| -> Vec<(f64, usize)> {
                let mut near = Vec::new();
                index.near(place, end, 0.0, &mut near);
                let near = near.iter().map(|at| &index.all[*at as usize]);
                let crossed = near.filter_map(|of| Some((of.crossing(place, direction)?, of.of)));
                let mut crossed: Vec<(f64, usize)> = crossed.collect();
                crossed.sort_by(|one, two| one.0.total_cmp(&two.0));
                crossed
            };
            let lot = crossed(lots).into_iter().find(|(far, _)| *far > 0.001);
            let open = lot.map_or(WIDEST, |(far, _)| far);
            let mut roads = crossed(&lines.index);
            roads.retain(|(far, _)| *far <= open);
            let Some((_, road)) = roads
                .first()
                .filter(|(far, road)| *far <= REACH && lines.roads[*road].0 != RoadKind::Barrier)
            else {
                continue;
            };
            let across = lot.filter(|(_, lot)| *lot != side.of);
            let street = (lines.roads[*road].1.clone(), across.map(|(_, lot)| lot));
            *frontage.along.entry(street).or_default() += share;
            if let Some((gap, lot)) = across
                && roads
                    .iter()
                    .all(|(_, road)| lines.roads[*road].0 == RoadKind::Local)
            {
                facing.push((lot, gap, share));
            }
        }
        (frontage, facing)
    }

    /// The frontage, and the lots that face the side, each with its distance and length.
    type Seen = (Frontage, Vec<(usize, f64, f64)>);

    fn point((x, y): (f64, f64)) -> Point {
        Point { x, y }
    }

    fn corner() -> impl Strategy<Value = (f64, f64)> {
        (-120.0..120.0, -120.0..120.0)
    }

    type Corner = (f64, f64);

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn places_without_a_road_are_left_out_and_nothing_else(
            sides in prop::collection::vec((corner(), corner()), 1..12),
            roads in prop::collection::vec((0..3_usize, corner(), corner()), 0..6),
        ) {
            let road = |(place, (kind, from, to)): (usize, (usize, Corner, Corner))| Road {
                kind: [RoadKind::Local, RoadKind::Main, RoadKind::Barrier][kind],
                name: (place > 0).then(|| place.to_string()),
                line: vec![point(from), point(to)],
            };
            let lines = Lines::new(roads.into_iter().enumerate().map(road).collect());
            let pieces = sides.into_iter().enumerate();
            let pieces = pieces.flat_map(|(lot, (from, to))| {
                segments(lot, &[point(from), point(to)]).collect::<Vec<_>>()
            });
            let lots = Index::new(pieces.collect());
            for side in &lots.all {
                let (mut frontage, mut facing) = (Frontage::default(), Vec::new());
                lines.look(&lots, side, (0.0, 1.0), WIDEST, &mut frontage, |opposite, share| {
                    facing.push((opposite.lot, opposite.gap, share));
                });
                prop_assert_eq!((frontage, facing), of_every_place(&lines, &lots, side));
            }
        }
    }
}
