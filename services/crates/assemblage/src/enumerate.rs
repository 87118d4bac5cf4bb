//! Enumeration of connected sets of blocks, each once (ESU): a set grows only by blocks with a larger number than its first, and
//! only by neighbours that no earlier block of the set has.

use std::collections::{BTreeSet, HashMap};

use crate::blocks::Block;
use crate::ground::OwnerId;

/// Bounds of an enumeration.
pub(crate) struct Bounds<'a> {
    pub min_area: f64,
    pub max_owners: usize,
    /// Most blocks of a set.
    pub size: usize,
    /// Most sets that are looked at.
    pub work: u64,
    /// Time is up.
    pub stop: &'a dyn Fn() -> bool,
}

/// Takes a set and its area.
type TakesUnfinished<'a> = dyn FnMut(&[usize], f64) + 'a;

/// Goes through the connected sets that may reach the area.
pub(crate) struct Enumeration<'a, F> {
    pub blocks: &'a [Block],
    pub bounds: Bounds<'a>,
    /// Takes a set that has the area, with it.
    pub reached: F,
    /// Takes a set of the full size that has not, with its area.
    pub unfinished: Option<&'a mut TakesUnfinished<'a>>,
    pub examined: u64,
    pub ended: bool,
}

impl<F: FnMut(&[usize])> Enumeration<'_, F> {
    /// Whether all sets were looked at.
    pub fn run(&mut self) -> bool {
        for root in 0..self.blocks.len() {
            if self.ended {
                break;
            }
            let Some(best) = self.best_additions(root) else {
                continue;
            };
            let block = &self.blocks[root];
            if block.owners.len() > self.bounds.max_owners {
                continue;
            }
            let extension = if block.is_hub {
                Vec::new()
            } else {
                above(&block.neighbours, root)
            };
            let mut set = vec![root];
            let owners = block.owners.clone();
            self.grow(&mut set, block.area, &owners, &extension, &best);
        }
        !self.ended
    }

    /// The most area that 0, 1, 2 … further blocks can add to a set that begins with this block; none if it cannot reach the area.
    fn best_additions(&self, root: usize) -> Option<Vec<f64>> {
        let size = self.bounds.size;
        let mut depth: HashMap<usize, usize> = HashMap::from([(root, 0)]);
        let mut queue = vec![root];
        let mut areas = Vec::new();
        let mut at = 0;
        while at < queue.len() {
            let block = queue[at];
            at += 1;
            let next = depth[&block] + 1;
            if next >= size || self.blocks[block].is_hub {
                continue;
            }
            for neighbour in &self.blocks[block].neighbours {
                if *neighbour > root && !depth.contains_key(neighbour) {
                    depth.insert(*neighbour, next);
                    areas.push(self.blocks[*neighbour].area);
                    queue.push(*neighbour);
                }
            }
        }
        areas.sort_by(|one, two| two.total_cmp(one));
        let mut best = vec![0.0; size];
        for further in 1..size {
            best[further] = best[further - 1] + areas.get(further - 1).copied().unwrap_or_default();
        }
        // Sets that are to be extended beyond the size need not reach it now.
        let reaches = self.blocks[root].area + best[size - 1] >= self.bounds.min_area;
        (reaches || self.unfinished.is_some()).then_some(best)
    }

    fn grow(
        &mut self,
        set: &mut Vec<usize>,
        area: f64,
        owners: &BTreeSet<OwnerId>,
        extension: &[usize],
        best: &[f64],
    ) {
        self.examined += 1;
        if self.examined > self.bounds.work
            || self.examined.is_multiple_of(1_024) && (self.bounds.stop)()
        {
            self.ended = true;
        }
        if self.ended {
            return;
        }
        if area >= self.bounds.min_area {
            // A larger set is not minimal.
            (self.reached)(set);
            return;
        }
        let left = self.bounds.size - set.len();
        if left == 0 {
            if let Some(unfinished) = &mut self.unfinished {
                unfinished(set, area);
            }
            return;
        }
        if area + best[left] < self.bounds.min_area && self.unfinished.is_none() {
            return;
        }
        let root = set[0];
        for (place, next) in extension.iter().enumerate() {
            let block = &self.blocks[*next];
            let mut joined = owners.clone();
            joined.extend(&block.owners);
            if joined.len() > self.bounds.max_owners {
                continue;
            }
            let mut rest: Vec<usize> = extension[place + 1..].to_vec();
            if !block.is_hub {
                let exclusive = above(&block.neighbours, root).into_iter();
                rest.extend(
                    exclusive.filter(|new| !set.contains(new) && !self.is_beside(set, *new)),
                );
            }
            set.push(*next);
            self.grow(set, area + block.area, &joined, &rest, best);
            set.pop();
            if self.ended {
                return;
            }
        }
    }

    /// A block is in a set or beside it. Hubs have no neighbours here.
    fn is_beside(&self, set: &[usize], new: usize) -> bool {
        set.iter().any(|of| {
            let block = &self.blocks[*of];
            !block.is_hub && block.neighbours.binary_search(&new).is_ok()
        })
    }
}

fn above(neighbours: &[usize], root: usize) -> Vec<usize> {
    let first = neighbours.partition_point(|neighbour| *neighbour <= root);
    neighbours[first..].to_vec()
}
