//! Larger sets than can be enumerated: the best partial sets are extended block by block.

use std::collections::{BTreeSet, HashSet};

use crate::blocks::Block;
use crate::enumerate::Bounds;

/// Partial sets that are kept of each size.
const WIDTH: usize = 200;

/// The largest partial sets.
#[derive(Debug, Default)]
pub(crate) struct Beam {
    sets: Vec<(f64, Vec<usize>)>,
    /// Area of the smallest one that matters.
    least: f64,
}

impl Beam {
    pub fn add(&mut self, set: &[usize], area: f64) {
        if area <= self.least {
            return;
        }
        let mut sorted = set.to_vec();
        sorted.sort_unstable();
        self.sets.push((area, sorted));
        if self.sets.len() >= 4 * WIDTH {
            self.trim();
        }
    }

    fn trim(&mut self) {
        self.sets
            .sort_by(|one, two| two.0.total_cmp(&one.0).then_with(|| one.1.cmp(&two.1)));
        self.sets.truncate(WIDTH);
        if self.sets.len() == WIDTH {
            self.least = self.sets.last().map_or(0.0, |(area, _)| *area);
        }
    }

    /// Extends the sets to so many blocks; those that have the area are given.
    pub fn extend(
        mut self,
        blocks: &[Block],
        bounds: &Bounds<'_>,
        most: usize,
        mut reached: impl FnMut(&[usize]),
    ) {
        for _ in bounds.size..most {
            self.trim();
            let mut next = Self::default();
            let mut seen = HashSet::new();
            for (area, set) in &self.sets {
                if (bounds.stop)() {
                    return;
                }
                for new in beside(blocks, set) {
                    let mut larger = set.clone();
                    larger.push(new);
                    larger.sort_unstable();
                    let owners: BTreeSet<_> =
                        larger.iter().flat_map(|of| &blocks[*of].owners).collect();
                    if owners.len() > bounds.max_owners || !seen.insert(larger.clone()) {
                        continue;
                    }
                    let area = area + blocks[new].area;
                    if area >= bounds.min_area {
                        reached(&larger);
                    } else {
                        next.add(&larger, area);
                    }
                }
            }
            self = next;
        }
    }
}

fn beside(blocks: &[Block], set: &[usize]) -> BTreeSet<usize> {
    let bridges = set.iter().filter(|of| !blocks[**of].is_hub);
    let all = bridges.flat_map(|of| blocks[*of].neighbours.iter().copied());
    all.filter(|new| !set.contains(new)).collect()
}
