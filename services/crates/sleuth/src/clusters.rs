//! Groups of urban cells that touch by a side, kept up as cells turn urban.
//!
//! Cells only join, so a union-find keeps the number of groups at almost no cost; a search of the
//! whole area each year, as in the original, is not needed.

/// Disjoint groups of cells.
#[derive(Debug, Clone)]
pub(crate) struct Clusters {
    parents: Vec<u32>,
}

impl Clusters {
    /// For this many cells, each a group of its own.
    pub(crate) fn new(cells: usize) -> Self {
        Self {
            parents: (0..cells as u32).collect(),
        }
    }

    /// Joins the groups of two cells; false when they were one already.
    pub(crate) fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        // The smaller place becomes the root: the shape of the tree then never depends on history.
        let (low, high) = (one.min(other), one.max(other));
        self.parents[high as usize] = low;
        low != high
    }

    /// Puts a cell back to what it was in another state.
    pub(crate) fn restore(&mut self, cell: usize, from: &Self) {
        self.parents[cell] = from.parents[cell];
    }

    fn root(&mut self, cell: usize) -> u32 {
        let mut at = cell as u32;
        while self.parents[at as usize] != at {
            let above = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = above;
            at = above;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_counts_each_pair_of_groups_once() {
        let mut clusters = Clusters::new(6);
        assert!(clusters.join(0, 1) && clusters.join(2, 3) && clusters.join(1, 3));
        assert!(!clusters.join(0, 2) && !clusters.join(5, 5));
        assert!(clusters.join(5, 0));
    }
}
