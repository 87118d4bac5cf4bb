//! Minimal sets: nothing at their edge can go. And what is left without an owner.

use std::collections::{BTreeMap, BTreeSet};

use crate::ground::{Lot, OwnerId};

/// Neighbours of lots.
pub(crate) type Neighbours = Vec<Vec<usize>>;

/// What is left of a site without an owner.
#[derive(Debug, Clone, PartialEq)]
pub struct Without {
    /// Who.
    pub owner: OwnerId,
    /// Square metres that are left.
    pub area: f64,
    /// Parts into which the rest falls; more than one: a hold-out.
    pub parts: usize,
    /// Lots that are left.
    pub lots: Vec<usize>,
}

/// The connected parts of lots by pairs that adjoin, by place.
pub fn parts_of(lots: &[usize], pairs: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut neighbours: BTreeMap<usize, Vec<usize>> =
        lots.iter().map(|lot| (*lot, Vec::new())).collect();
    for (a, b) in pairs {
        if neighbours.contains_key(a) && neighbours.contains_key(b) {
            neighbours.entry(*a).or_default().push(*b);
            neighbours.entry(*b).or_default().push(*a);
        }
    }
    let mut left: BTreeSet<usize> = lots.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut at = 0;
        while at < part.len() {
            for next in neighbours.get(&part[at]).into_iter().flatten() {
                if left.remove(next) {
                    part.push(*next);
                }
            }
            at += 1;
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// What is left without each owner of the lots.
pub fn without_owners(all: &[Lot], lots: &[usize], pairs: &[(usize, usize)]) -> Vec<Without> {
    let owners: BTreeSet<OwnerId> = lots
        .iter()
        .flat_map(|lot| &all[*lot].owners)
        .copied()
        .collect();
    let without = owners.into_iter().map(|owner| {
        let rest = lots.iter().copied();
        let rest: Vec<usize> = rest
            .filter(|lot| !all[*lot].owners.contains(&owner))
            .collect();
        Without {
            owner,
            // The sum of no numbers would be -0.
            area: rest.iter().fold(0.0, |sum, lot| sum + all[*lot].area),
            parts: parts_of(&rest, pairs).len(),
            lots: rest,
        }
    });
    without.collect()
}

/// Whether the set stays connected without one of its members.
pub(crate) fn can_go(neighbours: &Neighbours, set: &[usize], gone: usize) -> bool {
    let rest: Vec<usize> = set.iter().copied().filter(|of| *of != gone).collect();
    let Some(first) = rest.first() else {
        return false;
    };
    let mut seen = vec![*first];
    let mut at = 0;
    while at < seen.len() {
        for next in &neighbours[seen[at]] {
            if rest.contains(next) && !seen.contains(next) {
                seen.push(*next);
            }
        }
        at += 1;
    }
    seen.len() == rest.len()
}

/// Takes lots away while the area suffices and the rest stays connected: the smallest first.
pub(crate) fn trimmed(
    all: &[Lot],
    neighbours: &Neighbours,
    mut set: Vec<usize>,
    min_area: f64,
) -> Vec<usize> {
    set.sort_by(|one, two| {
        let (one, two) = (&all[*one], &all[*two]);
        one.area.total_cmp(&two.area).then(one.key.cmp(&two.key))
    });
    let mut area: f64 = set.iter().map(|lot| all[*lot].area).sum();
    let mut at = 0;
    while at < set.len() {
        let lot = set[at];
        if area - all[lot].area >= min_area && can_go(neighbours, &set, lot) {
            area -= all[lot].area;
            set.remove(at);
            // One that was needed before may be a leaf now.
            at = 0;
        } else if area - all[lot].area < min_area {
            // All after it are as large.
            break;
        } else {
            at += 1;
        }
    }
    set.sort_by_key(|lot| all[*lot].key);
    set
}
