//! A road layer, indexed for finding the nearest road and walking along roads.
//!
//! The rules search in square rings around the start. The ring of the nearest road is precomputed
//! for each cell, so that a search visits one ring only, with the same result. The continuation of
//! each road is precomputed too.

use crate::grid::{Grid, Shape};
use crate::state::RING;

/// Roads of one year.
#[derive(Debug, Clone)]
pub(crate) struct Roads {
    /// Weight 0..100; 0: no road.
    weights: Grid<u8>,
    /// Bit k is set if neighbour k of a road cell is a road.
    onward: Vec<u8>,
    /// Rings to the nearest road, 0 on a road; [`FAR`] for that many or more.
    rings: Vec<u8>,
    /// Index differences to the neighbours, in the order of the ring.
    steps: [isize; 8],
    /// Number of road cells.
    count: usize,
}

const FAR: u8 = u8::MAX;

impl Roads {
    /// Indexes normalized weights, 0..100.
    pub(crate) fn new(weights: Grid<u8>) -> Self {
        let count = weights
            .values()
            .iter()
            .filter(|weight| **weight > 0)
            .count();
        Self {
            onward: onward(&weights),
            rings: ring_distances(&weights),
            steps: weights.shape().steps(&RING),
            weights,
            count,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn weight(&self, index: usize) -> u8 {
        self.weights.values()[index]
    }

    /// The first neighbouring road of a road cell, counted from neighbour `first` (0..8) on; none
    /// if the road is a single cell.
    pub(crate) fn onward(&self, index: usize, first: usize) -> Option<usize> {
        let turned = self.onward[index].rotate_right(first as u32);
        if turned == 0 {
            return None;
        }
        let k = (first + turned.trailing_zeros() as usize) % 8;
        Some(index.wrapping_add_signed(self.steps[k]))
    }

    /// The first road cell in search order, among at most `limit` positions.
    ///
    /// The start itself is not visited and may lie outside. Positions outside count.
    pub(crate) fn nearest(&self, row: i32, col: i32, limit: usize) -> Option<usize> {
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

    /// Left column down, bottom row right, right column up, top row left.
    fn on_ring(
        &self,
        shape: Shape,
        (row, col): (i32, i32),
        ring: i32,
        limit: usize,
    ) -> Option<usize> {
        let left = (-ring..=ring).map(|step| (step, -ring));
        let bottom = (1 - ring..ring).map(|step| (ring, step));
        let right = (-ring..=ring).map(|step| (-step, ring));
        let top = (1 - ring..ring).map(|step| (-ring, -step));
        left.chain(bottom)
            .chain(right)
            .chain(top)
            .take(limit)
            .map(|(down, across)| (row + down, col + across))
            .filter(|(i, j)| shape.contains(*i, *j))
            .map(|(i, j)| shape.index(i, j))
            .find(|index| self.weight(*index) > 0)
    }
}

/// Which neighbours of each road cell are roads; 0 for other cells.
fn onward(weights: &Grid<u8>) -> Vec<u8> {
    let shape = weights.shape();
    let mut onward = vec![0; shape.cells()];
    for (index, _) in (weights.values().iter().enumerate()).filter(|(_, weight)| **weight > 0) {
        let (row, col) = shape.position(index);
        for (k, (down, across)) in RING.into_iter().enumerate() {
            let (i, j) = (row as i32 + down, col as i32 + across);
            if shape.contains(i, j) && weights.values()[shape.index(i, j)] > 0 {
                onward[index] |= 1 << k;
            }
        }
    }
    onward
}

/// Chessboard distance to the nearest road, in two passes.
fn ring_distances(weights: &Grid<u8>) -> Vec<u8> {
    let shape = weights.shape();
    let mut rings: Vec<u8> = weights
        .values()
        .iter()
        .map(|weight| if *weight > 0 { 0 } else { FAR })
        .collect();
    let relax = |rings: &mut Vec<u8>, row: i32, col: i32, from: [(i32, i32); 4]| {
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

    /// Reference implementation: visits every position of every ring.
    fn searched_plainly(
        roads: &Roads,
        shape: Shape,
        start: (i32, i32),
        limit: usize,
    ) -> Option<usize> {
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

        /// Beyond [`FAR`] rings are not precomputed, and the search continues from there.
        #[test]
        fn far_roads_are_found(start in 0_i32..8, road in 300_usize..320, limit in prop::sample::select(vec![200_000_usize, 400_000, 600_000])) {
            let shape = Shape { rows: 3, cols: 320 };
            let mut weights = Grid::filled(shape, 0_u8);
            weights.values_mut()[320 + road] = 100;
            let ring = road as i32 - start;
            let found = Roads::new(weights).nearest(1, start, limit);
            let is_reached = 4 * ring * (ring - 1) + 4 * ring + ring < limit as i32;
            prop_assert_eq!(found, is_reached.then_some(320 + road));
        }
    }

    #[test]
    fn a_road_goes_on_in_the_order_of_the_ring() {
        let shape = Shape { rows: 3, cols: 3 };
        let mut weights = Grid::filled(shape, 0_u8);
        for cell in [0, 4, 5] {
            weights.values_mut()[cell] = 50;
        }
        let roads = Roads::new(weights);
        // From the centre: 0 is up left, 5 is right.
        let found = [0, 1, 5, 6, 7].map(|first| roads.onward(4, first));
        assert_eq!(found, [Some(0), Some(5), Some(5), Some(0), Some(0)]);
        assert_eq!(roads.onward(0, 3), Some(4));
        let mut lone = Grid::filled(shape, 0_u8);
        lone.values_mut()[8] = 1;
        assert_eq!(Roads::new(lone).onward(8, 2), None);
    }
}
