//! A road layer, prepared for looking for the nearest road.
//!
//! The search of the rules goes round the start in square rings. How far the nearest road is, in
//! rings, is known beforehand for each cell, so that a search looks at one ring only, not at all
//! cells up to it; which cell it finds stays the same.

use crate::grid::{Grid, Shape};

/// Roads of one year.
#[derive(Debug, Clone)]
pub(crate) struct Roads {
    /// Weight 0..100; 0: no road.
    weights: Grid<u8>,
    /// Rings to the nearest road, 0 on a road; the largest number when there is none.
    rings: Vec<u16>,
    /// Number of road cells.
    count: usize,
}

impl Roads {
    /// Prepares normalised weights, 0..100.
    pub(crate) fn new(weights: Grid<u8>) -> Self {
        let rings = ring_distances(&weights);
        let count = weights
            .values()
            .iter()
            .filter(|weight| **weight > 0)
            .count();
        Self {
            weights,
            rings,
            count,
        }
    }

    /// Number of road cells.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Weight at a place, 0..100.
    pub(crate) fn weight(&self, index: usize) -> u8 {
        self.weights.values()[index]
    }

    /// The first road cell in the order of search, among at most `limit` positions.
    ///
    /// The start itself is not looked at and may lie outside. Positions outside count.
    pub(crate) fn nearest(&self, row: i32, col: i32, limit: usize) -> Option<(i32, i32)> {
        let shape = self.weights.shape();
        let known = if shape.contains(row, col) {
            usize::from(self.rings[shape.index(row, col)])
        } else {
            1
        };
        let mut ring = known.max(1);
        loop {
            let before = 4 * ring * (ring - 1);
            if before >= limit || ring > shape.rows + shape.cols {
                return None;
            }
            if let Some(found) = self.on_ring(shape, (row, col), ring as i32, limit - before) {
                return Some(found);
            }
            ring += 1;
        }
    }

    /// Left column downwards, bottom row rightwards, right column upwards, top row leftwards.
    fn on_ring(
        &self,
        shape: Shape,
        (row, col): (i32, i32),
        ring: i32,
        limit: usize,
    ) -> Option<(i32, i32)> {
        let left = (-ring..=ring).map(|step| (step, -ring));
        let bottom = (1 - ring..ring).map(|step| (ring, step));
        let right = (-ring..=ring).map(|step| (-step, ring));
        let top = (1 - ring..ring).map(|step| (-ring, -step));
        left.chain(bottom)
            .chain(right)
            .chain(top)
            .take(limit)
            .map(|(down, across)| (row + down, col + across))
            .find(|(i, j)| shape.contains(*i, *j) && self.weight(shape.index(*i, *j)) > 0)
    }
}

/// Chessboard distance to the nearest road, by one pass down and one up.
fn ring_distances(weights: &Grid<u8>) -> Vec<u16> {
    let shape = weights.shape();
    let mut rings: Vec<u16> = weights
        .values()
        .iter()
        .map(|weight| if *weight > 0 { 0 } else { u16::MAX })
        .collect();
    let relax = |rings: &mut Vec<u16>, row: i32, col: i32, from: [(i32, i32); 4]| {
        let here = shape.index(row, col);
        for (down, across) in from {
            if shape.contains(row + down, col + across) {
                let next = rings[shape.index(row + down, col + across)].saturating_add(1);
                rings[here] = rings[here].min(next);
            }
        }
    };
    for row in 0..shape.rows as i32 {
        for col in 0..shape.cols as i32 {
            relax(&mut rings, row, col, [(-1, -1), (-1, 0), (-1, 1), (0, -1)]);
        }
    }
    for row in (0..shape.rows as i32).rev() {
        for col in (0..shape.cols as i32).rev() {
            relax(&mut rings, row, col, [(1, 1), (1, 0), (1, -1), (0, 1)]);
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Looks at every position of every ring, as the description says.
    fn searched_plainly(
        roads: &Roads,
        shape: Shape,
        start: (i32, i32),
        limit: usize,
    ) -> Option<(i32, i32)> {
        let mut left = limit;
        let mut ring = 1;
        while left > 0 && ring < 64 {
            if let Some(found) = roads.on_ring(shape, start, ring, left) {
                return Some(found);
            }
            left = left.saturating_sub(8 * ring as usize);
            ring += 1;
        }
        None
    }

    proptest! {
        #[test]
        fn the_short_cut_finds_what_the_plain_search_finds(
            road_cells in prop::collection::vec(0_usize..(17 * 23), 0..6),
            start in (0_i32..17, 0_i32..23),
            limit in 0_usize..1200,
        ) {
            let shape = Shape { rows: 17, cols: 23 };
            let mut weights = Grid::filled(shape, 0_u8);
            for cell in road_cells {
                weights.values_mut()[cell] = 100;
            }
            let roads = Roads::new(weights);
            prop_assert_eq!(roads.nearest(start.0, start.1, limit), searched_plainly(&roads, shape, start, limit));
        }
    }
}
