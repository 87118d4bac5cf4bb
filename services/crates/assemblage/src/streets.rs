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
        let length = side.length() * (to - from);
        let steps = (length / STEP).ceil().max(1.0);
        let share = length / steps;
        let direction = side.right();
        let mut near = Vec::new();
        for step in 0..steps as u32 {
            let place = side.at(from + (to - from) * (f64::from(step) + 0.5) / steps);
            let end = Point {
                x: place.x + direction.0 * widest,
                y: place.y + direction.1 * widest,
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
            self.index.near(place, end, 0.0, &mut near);
            let mut crossed: Vec<(f64, usize)> = near
                .iter()
                .map(|at| &self.index.all[*at as usize])
                .filter_map(|line| Some((line.crossing(place, direction)?, line.of)))
                .filter(|(far, _)| *far <= open)
                .collect();
            crossed.sort_by(|one, two| one.0.total_cmp(&two.0));
            let street = crossed
                .first()
                .filter(|(far, road)| *far <= REACH && self.roads[*road].0 != RoadKind::Barrier);
            let Some((_, road)) = street else { continue };
            let across = lot.filter(|(_, lot)| *lot != side.of);
            let street = (self.roads[*road].1.clone(), across.map(|(_, lot)| lot));
            *frontage.along.entry(street).or_default() += share;
            let local = crossed
                .iter()
                .all(|(_, road)| self.roads[*road].0 == RoadKind::Local);
            if let Some((gap, lot)) = across.filter(|_| local) {
                facing(Opposite { lot, gap }, share);
            }
        }
    }
}
