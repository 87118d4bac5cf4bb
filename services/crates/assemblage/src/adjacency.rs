//! Which lots adjoin.
//!
//! Touching is no basis: it is true at corners and false across slivers. Lots adjoin along an edge if enough of one's boundary is
//! within the tolerance of the other's; the ends of that part are longer by the tolerance, which is taken off.

use std::collections::{BTreeMap, HashMap};

use crate::geometry::{Index, segments};
use crate::ground::Lot;
use crate::streets::{Frontage, Lines};

/// How lots adjoin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// Along an edge.
    Edge,
    /// Across a local street.
    Street,
}

/// Two lots that adjoin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// The smaller place.
    pub a: usize,
    /// The larger place.
    pub b: usize,
    /// How.
    pub kind: LinkKind,
    /// Of the shared edge, or of what faces the other, metres.
    pub length: f64,
    /// Between them, metres; 0 along an edge.
    pub gap: f64,
}

/// When lots adjoin, metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Edges closer than this are the same.
    pub tolerance: f64,
    /// Shortest shared edge; shorter ones are corners.
    pub edge: f64,
    /// Shortest length that faces a lot across a street.
    pub facing: f64,
    /// Widest street.
    pub gap: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            tolerance: 0.3,
            edge: 3.0,
            facing: 15.0,
            gap: 40.0,
        }
    }
}

/// The links of all lots, by place, and their frontage; `None` if `stop` ended it.
pub fn links(
    lots: &[Lot],
    lines: &Lines,
    rules: &Rules,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Link>, Vec<Frontage>)> {
    let boundaries = lots.iter().enumerate();
    let all = boundaries
        .flat_map(|(place, lot)| lot.rings.iter().flat_map(move |ring| segments(place, ring)));
    let index = Index::new(all.collect());
    let mut edges: HashMap<(usize, usize), f64> = HashMap::new();
    let mut streets: HashMap<(usize, usize), (f64, f64)> = HashMap::new();
    let mut frontages = vec![Frontage::default(); lots.len()];
    let mut near = Vec::new();
    for side in &index.all {
        if stop() {
            return None;
        }
        index.near(side.a, side.b, rules.tolerance, &mut near);
        let mut shared: BTreeMap<usize, Vec<(f64, f64)>> = BTreeMap::new();
        for at in &near {
            let other = &index.all[*at as usize];
            if other.of != side.of
                && let Some(piece) = side.near(other, rules.tolerance)
            {
                shared.entry(other.of).or_default().push(piece);
            }
        }
        let length = side.length();
        let mut all = Vec::new();
        for (lot, pieces) in shared {
            let joined = joined(pieces);
            let share: f64 = joined.iter().map(|(from, to)| to - from).sum();
            *edges.entry((side.of, lot)).or_default() += share * length;
            all.extend(joined);
        }
        for open in gaps(&joined(all)) {
            // What remains at the ends of a shared edge.
            if (open.1 - open.0) * length < 2.0 * rules.tolerance {
                continue;
            }
            let frontage = &mut frontages[side.of];
            lines.look(
                &index,
                side,
                open,
                rules.gap,
                frontage,
                |opposite, share| {
                    let seen = streets.entry((side.of, opposite.lot));
                    let (facing, gap) = seen.or_insert((0.0, f64::INFINITY));
                    *facing += share;
                    *gap = gap.min(opposite.gap);
                },
            );
        }
    }
    Some((pairs(&edges, &streets, rules), frontages))
}

/// Each pair once; of what both see of each other, the longer one.
fn pairs(
    edges: &HashMap<(usize, usize), f64>,
    streets: &HashMap<(usize, usize), (f64, f64)>,
    rules: &Rules,
) -> Vec<Link> {
    let mut found: BTreeMap<(usize, usize), Link> = BTreeMap::new();
    let mut add = |(one, two): (usize, usize), kind, length: f64, gap: f64| {
        let (a, b) = (one.min(two), one.max(two));
        let link = Link {
            a,
            b,
            kind,
            length,
            gap,
        };
        let known = found.entry((a, b)).or_insert(link);
        if known.kind > kind || known.kind == kind && known.length < length {
            *known = link;
        }
    };
    for (pair, length) in edges {
        let length = length - 2.0 * rules.tolerance;
        if length >= rules.edge {
            add(*pair, LinkKind::Edge, length, 0.0);
        }
    }
    for (pair, (length, gap)) in streets {
        if *length >= rules.facing && *gap <= rules.gap {
            add(*pair, LinkKind::Street, *length, *gap);
        }
    }
    found.into_values().collect()
}

/// Pieces without overlaps, in order.
fn joined(mut pieces: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    pieces.sort_by(|one, two| one.0.total_cmp(&two.0));
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for (from, to) in pieces {
        match joined.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    joined
}

/// What is between pieces of 0 to 1.
fn gaps(pieces: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut gaps = Vec::new();
    let mut open = 0.0;
    for (from, to) in pieces {
        if *from > open {
            gaps.push((open, *from));
        }
        open = open.max(*to);
    }
    if open < 1.0 {
        gaps.push((open, 1.0));
    }
    gaps
}
