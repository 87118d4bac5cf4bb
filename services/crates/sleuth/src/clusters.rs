//! Clusters of urban cells that share a side, updated as cells become urban.
//!
//! Cells are only added, so a union-find counts clusters at almost no cost, without the original's
//! search of the whole area each year. It joins labels instead of cells: there are few labels, most
//! cells only adopt a neighbour's label, and a new iteration reverts only the joined labels. Two
//! vertically adjacent cells share one label: if both are urban, they are in one cluster.

use crate::grid::Shape;

/// Union-find of cells.
#[derive(Debug, Clone)]
pub(crate) struct Clusters {
    /// Label of each pair of cells with a member of a cluster; undefined elsewhere.
    labels: Vec<u32>,
    /// Pairs per row.
    cols: usize,
    /// Parent of each label; itself for a root.
    parents: Vec<u32>,
    /// Number of labels at the start of an iteration.
    settled: usize,
    /// Labels below `settled` that were joined since.
    joined: Vec<u32>,
}

impl Clusters {
    /// Without clusters.
    pub(crate) fn new(shape: Shape) -> Self {
        Self {
            labels: vec![0; shape.rows.div_ceil(2) * shape.cols],
            cols: shape.cols,
            parents: Vec::with_capacity(shape.cells()),
            settled: 0,
            joined: Vec::new(),
        }
    }

    /// Index of a cell's label.
    pub(crate) fn place(&self, row: usize, col: usize) -> usize {
        row / 2 * self.cols + col
    }

    /// Which neighbour of a cell in this row shares its label: the one below or the one above.
    pub(crate) fn partner(row: usize) -> usize {
        if row.is_multiple_of(2) { 3 } else { 7 }
    }

    /// Index of the label of neighbour k (one that shares a side) of a cell in this row.
    pub(crate) fn beside(&self, place: usize, row: usize, k: usize) -> usize {
        match k {
            1 => place - 1,
            5 => place + 1,
            _ if k == Self::partner(row) => place,
            3 => place + self.cols,
            _ => place - self.cols,
        }
    }

    /// Creates a cluster of one cell.
    pub(crate) fn found(&mut self, place: usize) {
        let label = self.parents.len() as u32;
        self.parents.push(label);
        self.labels[place] = label;
    }

    /// Adds a cell to another's cluster.
    pub(crate) fn follow(&mut self, place: usize, leader: usize) {
        self.labels[place] = self.labels[leader];
    }

    /// Joins the clusters of two cells; false if they were one already.
    pub(crate) fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.root(self.labels[one]), self.root(self.labels[other]));
        let (low, high) = (one.min(other), one.max(other));
        if low == high {
            return false;
        }
        self.parents[high as usize] = low;
        if (high as usize) < self.settled {
            self.joined.push(high);
        }
        true
    }

    /// Makes the current clusters the state that [`Clusters::restart`] restores.
    pub(crate) fn settle(&mut self) {
        for label in 0..self.parents.len() as u32 {
            self.parents[label as usize] = self.root(label);
        }
        self.settled = self.parents.len();
        self.joined = Vec::with_capacity(self.settled);
    }

    /// Reverts all changes since [`Clusters::settle`].
    pub(crate) fn restart(&mut self) {
        self.parents.truncate(self.settled);
        for label in self.joined.drain(..) {
            self.parents[label as usize] = label;
        }
    }

    fn root(&self, label: u32) -> u32 {
        let mut at = label;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six cells in a row.
    fn six() -> Clusters {
        let mut clusters = Clusters::new(Shape { rows: 1, cols: 6 });
        (0..6).for_each(|cell| clusters.found(cell));
        clusters
    }

    #[test]
    fn joining_counts_each_pair_of_groups_once() {
        let mut clusters = six();
        assert!(clusters.join(0, 1) && clusters.join(2, 3) && clusters.join(1, 3));
        assert!(!clusters.join(0, 2) && !clusters.join(5, 5));
        assert!(clusters.join(5, 0));
    }

    #[test]
    fn restarting_takes_back_what_was_joined_since() {
        let mut clusters = six();
        assert!(clusters.join(0, 1) && clusters.join(4, 5));
        clusters.settle();
        for _ in 0..2 {
            assert!(!clusters.join(1, 0) && !clusters.join(5, 4));
            assert!(clusters.join(1, 3) && clusters.join(3, 5) && !clusters.join(0, 4));
            clusters.restart();
        }
    }
    #[test]
    fn two_cells_one_above_the_other_share_a_place() {
        let clusters = Clusters::new(Shape { rows: 5, cols: 4 });
        let place = |row, col| clusters.place(row, col);
        assert_eq!(place(2, 1), place(3, 1));
        for row in 1..4 {
            let beside = [1, 3, 5, 7].map(|k| clusters.beside(place(row, 1), row, k));
            let by_position = [
                place(row, 0),
                place(row + 1, 1),
                place(row, 2),
                place(row - 1, 1),
            ];
            assert_eq!(beside, by_position);
        }
    }
}
