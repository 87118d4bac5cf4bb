//! Counts, by year, the iterations in which each cell became urban.
//!
//! Only cells that ever became urban need more memory than one number, and a year costs only the
//! cells that became urban in it; sums over years are computed on access.

use crate::grid::Shape;

/// Counts by cell and year, or by cell alone.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// Number of years counted separately; 1 if they are not.
    pub(super) columns: usize,
    /// Cells urban at the start, ascending; empty before the first iteration.
    pub(super) seed: Vec<u32>,
    /// Index in `cells` plus one, by cell; 0 for a cell that never became urban.
    places: Vec<u32>,
    /// Cells that became urban, in order of the first time.
    pub(super) cells: Vec<u32>,
    /// One row of `columns` per entry of `cells`: the low bytes of the counts.
    lows: Vec<u8>,
    /// The high bytes; empty until a count needs one, so that parts of up to 255 iterations take
    /// half the memory.
    highs: Vec<u8>,
}

impl Tally {
    pub(super) fn new(shape: Shape, columns: usize) -> Self {
        Self {
            columns: columns.max(1),
            seed: Vec::new(),
            places: vec![0; shape.cells()],
            cells: Vec::new(),
            lows: Vec::new(),
            highs: Vec::new(),
        }
    }

    /// Approximate memory use, bytes.
    pub(super) fn bytes_in_memory(&self) -> usize {
        let cells = self.seed.len() + self.places.len() + self.cells.len();
        4 * cells + self.lows.len() + self.highs.len()
    }

    /// Increases a cell's count in a column.
    pub(super) fn count(&mut self, cell: u32, column: usize, more: u16) {
        let place = &mut self.places[cell as usize];
        if *place == 0 {
            self.cells.push(cell);
            self.lows.resize(self.lows.len() + self.columns, 0);
            *place = self.cells.len() as u32;
        }
        let at = (*place as usize - 1) * self.columns + column;
        let sum = self.at(at) + more;
        self.lows[at] = sum as u8;
        if sum > 0xff {
            self.highs.resize(self.lows.len(), 0);
            self.highs[at] = (sum >> 8) as u8;
        }
    }

    fn at(&self, at: usize) -> u16 {
        let high = self.highs.get(at).copied().unwrap_or(0);
        u16::from_le_bytes([self.lows[at], high])
    }

    /// The counts of a cell by column; empty if it never became urban.
    pub(super) fn row(&self, cell: u32) -> impl Iterator<Item = u16> {
        let place = self.places[cell as usize] as usize;
        let row = place.saturating_sub(1) * self.columns..place * self.columns;
        row.map(|at| self.at(at))
    }

    /// Adds a tally of the same size and columns.
    pub(super) fn join(&mut self, other: &Self) {
        if self.seed.is_empty() {
            self.seed.clone_from(&other.seed);
        }
        for cell in &other.cells {
            for (column, more) in other.row(*cell).enumerate() {
                if more > 0 {
                    self.count(*cell, column, more);
                }
            }
        }
    }

    /// In how many of `iterations` each cell is urban after the first columns.
    pub(super) fn urban_after(&self, columns: usize, iterations: u32) -> Vec<u32> {
        let mut urban = vec![0; self.places.len()];
        for cell in &self.seed {
            urban[*cell as usize] = iterations;
        }
        for cell in &self.cells {
            urban[*cell as usize] = self.row(*cell).take(columns).map(u32::from).sum();
        }
        urban
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of one byte and of two, in any order, and joined.
    #[test]
    fn counts_beyond_a_byte_are_kept() {
        let shape = Shape { rows: 2, cols: 3 };
        let mut tally = Tally::new(shape, 2);
        for (cell, column, more) in [(4, 1, 255), (1, 0, 7), (4, 1, 1), (2, 1, 300), (4, 0, 9)] {
            tally.count(cell, column, more);
        }
        let row = |tally: &Tally, cell| tally.row(cell).collect::<Vec<u16>>();
        assert_eq!(row(&tally, 4), [9, 256]);
        assert_eq!(row(&tally, 1), [7, 0]);
        assert_eq!(row(&tally, 2), [0, 300]);
        assert!(row(&tally, 0).is_empty());
        let mut joined = Tally::new(shape, 2);
        joined.count(4, 1, 65_000);
        joined.join(&tally);
        assert_eq!(row(&joined, 4), [9, 65_256]);
        assert_eq!(joined.urban_after(1, 70_000), [0, 7, 0, 0, 9, 0]);
        assert_eq!(joined.urban_after(2, 70_000), [0, 7, 300, 0, 65_265, 0]);
    }
}
