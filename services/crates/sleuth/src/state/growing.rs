//! The cells from which edge growth starts.

/// Interior urban cells with two or more urban neighbours, in row-major order: sequential access is
/// cache-friendly on a large area.
#[derive(Debug)]
pub(super) struct Growing {
    cells: Vec<u32>,
    /// Those added this year, in any order.
    arrived: Vec<u32>,
    /// Buffer for merging both.
    spare: Vec<u32>,
    /// Content of `cells` at the start of an iteration.
    seed: Vec<u32>,
}

/// Placeholder of a dropped cell.
const GONE: u32 = u32::MAX;

impl Growing {
    /// With capacity for this many cells, so that growing never allocates; unused pages are not
    /// committed.
    pub(super) fn new(cells: usize) -> Self {
        let reserved = || Vec::with_capacity(cells);
        Self {
            cells: reserved(),
            arrived: reserved(),
            spare: reserved(),
            seed: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cell at an index; none if it was dropped this year.
    pub(super) fn get(&self, place: usize) -> Option<usize> {
        let cell = self.cells[place];
        (cell != GONE).then_some(cell as usize)
    }

    /// Drops the cell at an index; the others keep theirs until the next [`Growing::settle`].
    pub(super) fn drop(&mut self, place: usize) {
        self.cells[place] = GONE;
    }

    /// Adds a cell, effective from the next [`Growing::settle`] on.
    pub(super) fn add(&mut self, cell: usize) {
        self.arrived.push(cell as u32);
    }

    /// Merges the added cells.
    pub(super) fn settle(&mut self) {
        if self.arrived.is_empty() {
            return;
        }
        self.arrived.sort_unstable();
        self.spare.clear();
        let mut next = 0;
        for cell in self.cells.iter().copied().filter(|cell| *cell != GONE) {
            while self.arrived.get(next).is_some_and(|other| *other < cell) {
                self.spare.push(self.arrived[next]);
                next += 1;
            }
            self.spare.push(cell);
        }
        self.spare.extend_from_slice(&self.arrived[next..]);
        self.arrived.clear();
        std::mem::swap(&mut self.cells, &mut self.spare);
    }

    /// Discards the added cells, if the list is not used.
    pub(super) fn discard(&mut self) {
        self.arrived.clear();
    }

    /// Makes the current cells that fit the state that [`Growing::restart`] restores.
    pub(super) fn keep(&mut self, fits: impl Fn(usize) -> bool) {
        self.settle();
        self.cells.retain(|cell| fits(*cell as usize));
        self.seed = self.cells.clone();
    }

    /// Restores the start of an iteration.
    pub(super) fn restart(&mut self) {
        self.cells.clear();
        self.cells.extend_from_slice(&self.seed);
        self.arrived.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_and_go_and_stay_in_order() {
        let mut growing = Growing::new(9);
        for cell in [7, 2, 4] {
            growing.add(cell);
        }
        growing.keep(|cell| cell != 7);
        let all = |growing: &Growing| -> Vec<Option<usize>> {
            (0..growing.len()).map(|place| growing.get(place)).collect()
        };
        assert_eq!(all(&growing), [Some(2), Some(4)]);
        growing.drop(0);
        assert_eq!(all(&growing), [None, Some(4)]);
        for cell in [8, 3, 1] {
            growing.add(cell);
        }
        growing.settle();
        assert_eq!(all(&growing), [Some(1), Some(3), Some(4), Some(8)]);
        growing.add(5);
        growing.restart();
        assert_eq!(all(&growing), [Some(2), Some(4)]);
        growing.settle();
        assert_eq!(growing.len(), 2);
    }
}
